// What `npm run score -- --secrets` prints: how many secrets come through and how much harmless text is changed, by family.
import { createRequire } from 'node:module';
import { scoreSecrets } from './labelledSecrets.mjs';
import { inRoot } from './paths.mjs';

/** @param {{ verbose: boolean }} options whether each wrong text is printed; of what is kept out none ever is. */
export async function printSecretScore({ verbose }) {
	const { openRedactor } = createRequire(import.meta.url)(inRoot('dist/hooks/redactor.js'));
	const redactor = await openRedactor({ userHome: '/home/nobody-else' });
	for (const [name, part] of [
		['made from', 'madeFrom'],
		['kept out', 'keptOut'],
		['written after the rules', 'afterwards'],
		['by other hands, made from', 'hands'],
		['by other hands, unseen', 'unseenHands'],
	]) {
		const rows = scoreSecrets((text) => redactor.text(text).value, part);
		for (const isSecret of [true, false]) {
			const own = rows.filter((row) => row.isSecret === isSecret);
			const count = sum(own.map((row) => row.count));
			const wrong = sum(own.map((row) => row.wrong.length));
			const title = isSecret ? 'secrets missed' : 'harmless texts changed';
			console.log(`\n== ${name}: ${title}: ${wrong} of ${count} (${share(wrong, count)}), ${own.length} families\n`);
			for (const { family, count: all, wrong: texts } of own) {
				if (texts.length > 0 || verbose)
					console.log(`${family.padEnd(28)} ${String(texts.length).padStart(3)} of ${String(all).padStart(3)}`);
				if (verbose && (part === 'madeFrom' || part === 'hands'))
					for (const { text } of texts) console.log(`    ${JSON.stringify(text)}`);
			}
		}
	}
}

const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
const share = (part, all) => `${((100 * part) / all).toFixed(1)} %`;
