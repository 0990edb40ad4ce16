// Counts sessions in a process of its own, as the thread of Insights does: `insightsHost.cjs CLAUDE_FOLDER OUR_HOME`.
import { DEFAULT_FILTER, type Filter, insightsOf, sessionsBehind } from '../../src/core/insights/insights';
import { findClaudeHome } from '../../src/node/claude/claudeHome';
import { readCounted } from '../../src/node/insights/readCounted';

const [configDir = '', keeperHome = ''] = process.argv.slice(2);
const claude = { ...findClaudeHome({ ...process.env, CLAUDE_CONFIG_DIR: configDir }), keeperHome };
const MODEL = 'claude-opus-5-5';
const FILTERS: readonly Partial<Filter>[] = [
	{},
	{ days: 90 },
	{ days: 365, tokensBy: 'model' },
	{ days: undefined, model: MODEL },
];

/** Processor time of all threads, in milliseconds. */
async function spent<T>(work: () => T | Promise<T>): Promise<{ readonly ms: number; readonly result: T }> {
	const before = process.cpuUsage();
	const result = await work();
	const { user, system } = process.cpuUsage(before);
	return { ms: (user + system) / 1_000, result };
}

void (async () => {
	const { ms: openMs, result: counted } = await spent(() => readCounted(claude, true));
	const nowMs = Date.now();
	const draws: number[] = [];
	let opensMs = 0;
	for (const chosen of [...FILTERS, ...FILTERS]) {
		const filter = { ...DEFAULT_FILTER, ...chosen };
		const { ms, result } = await spent(() => insightsOf(counted, filter, 'Europe/Berlin', nowMs));
		draws.push(ms);
		const bar = { plot: 'models', row: MODEL, column: undefined } as const;
		const plot = result.plots.find(({ id }) => id === bar.plot);
		if (plot === undefined) throw new Error('unreachable: every plot is drawn');
		const found = await spent(() => sessionsBehind(counted, filter, 'Europe/Berlin', nowMs, bar, plot));
		opensMs = Math.max(opensMs, found.ms);
	}
	const { sessions, used } = counted;
	console.log(
		JSON.stringify({ openMs, drawMs: Math.max(...draws), opensMs, sessions: sessions.length, quarters: used.length }),
	);
})();
