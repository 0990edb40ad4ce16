// Which states a run of the fault tests looks at: a sample by chance that can be repeated, or all of them.
import { say } from './terminal.mjs';

export default function setup() {
	process.env.FAULTS_SEED ??= String(Date.now() % 1_000_000);
	const isWhole = process.env.FAULTS === 'all' || process.env.CI !== undefined;
	say(
		isWhole
			? '  Every state that a kill may leave.'
			: `  A sample of what a kill may leave: FAULTS_SEED=${process.env.FAULTS_SEED}. FAULTS=all looks at everything.`,
	);
}
