// Asks past sessions in a process of its own: `recallHost.cjs CLAUDE_FOLDER OUR_HOME`.
import { findClaudeHome } from '../../src/node/claude/claudeHome';
import { askSessions, openRecallIndex } from '../../src/node/recall/askSessions';

const [configDir = '', keeperHome = ''] = process.argv.slice(2);
const claude = { ...findClaudeHome({ ...process.env, CLAUDE_CONFIG_DIR: configDir }), keeperHome };
/** Sentences, names, a file, a typo, a time, and what nobody ever said: each kind takes its own way. */
const QUESTIONS = [
	'where does the session store keep its entries',
	'why do the tests of the parser fail',
	'src/index.ts',
	'sesion strore',
	'the build last week',
	'"not found" error of the server',
	'zebrafish umbrella',
	'refactoring the configuration of the worker',
	'which library for retries',
	'memory of the process',
];
const ROUNDS = 10;

void (async () => {
	const index = openRecallIndex(claude);
	const ask = async (question: string): Promise<{ readonly wallMs: number; readonly spentMs: number }> => {
		const begun = performance.now();
		const before = process.cpuUsage();
		await askSessions({ claude, project: undefined, questions: [question], limit: 5, nowMs: Date.now() }, index);
		const { user, system } = process.cpuUsage(before);
		return { wallMs: performance.now() - begun, spentMs: (user + system) / 1_000 };
	};
	const { spentMs: firstMs } = await ask('session');
	const times: Awaited<ReturnType<typeof ask>>[] = [];
	for (let round = 0; round < ROUNDS; round++) for (const question of QUESTIONS) times.push(await ask(question));
	index.close();
	const at = (share: number, numbers: readonly number[]) =>
		numbers.toSorted((a, b) => a - b)[Math.floor(share * numbers.length)];
	const [wall, spent] = [times.map(({ wallMs }) => wallMs), times.map(({ spentMs }) => spentMs)];
	console.log(JSON.stringify({ firstMs, p50Ms: at(0.5, wall), p95Ms: at(0.95, wall), p95SpentMs: at(0.95, spent) }));
})();
