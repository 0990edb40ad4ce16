// How long the extension host stands still while everything is read for the first time.
export const rows = [
	{
		id: 'pause',
		title: 'longest event-loop pause while indexing, over idle',
		unit: 'ms',
		better: 'less',
		must: 15,
		stretch: 6,
	},
];

export const prepare = () => ({});

export async function round(bench) {
	const { pauseMs, idleMs } = await bench.host('cold', bench.projects);
	return { pause: Math.max(0, pauseMs - idleMs) };
}
