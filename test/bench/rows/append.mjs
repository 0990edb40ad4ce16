// A line that Claude appends to a transcript of 100 MB, until the model has it.
export const rows = [
	{ id: 'append', title: 'append to model, 95th percentile', unit: 'ms', better: 'less', must: 10, stretch: 2 },
	{
		id: 'append-bytes',
		title: 'append to model, bytes read beyond those appended',
		unit: 'bytes',
		better: 'less',
		must: 0,
		stretch: 0,
	},
];

export const prepare = () => ({});

export async function round(bench) {
	const { p95Ms, extraBytes, outputTokens } = await bench.host('append', '');
	if (outputTokens !== 10_300) throw new Error(`Only ${outputTokens} of 10,300 answers were counted.`);
	return { append: p95Ms, 'append-bytes': extraBytes };
}
