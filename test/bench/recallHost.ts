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
	const ask = async (question: string): Promise<number> => {
		const begun = performance.now();
		await askSessions({ claude, project: undefined, questions: [question], limit: 5, nowMs: Date.now() }, index);
		return performance.now() - begun;
	};
	const firstMs = await ask('session');
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) for (const question of QUESTIONS) times.push(await ask(question));
	index.close();
	times.sort((a, b) => a - b);
	const [p50Ms, p95Ms] = [0.5, 0.95].map((share) => times[Math.floor(share * times.length)]);
	console.log(JSON.stringify({ firstMs, p50Ms, p95Ms }));
})();
