import { expect, test } from 'vitest';
import { type Layers, createLayersDraft, lookUp } from './layers';

test('old layers stay valid, newer values win, and there are few layers however many batches', () => {
	let layers: Layers<number> = [];
	let kept: Layers<number> = [];
	for (let i = 0; i < 2_000; i++) {
		const draft = createLayersDraft(layers);
		draft.set(`id${i}`, i);
		draft.set('last', i);
		expect(draft.get('last')).toBe(i);
		layers = draft.close();
		if (i === 999) kept = layers;
	}
	expect([lookUp(layers, 'id0'), lookUp(layers, 'id1999'), lookUp(layers, 'last'), lookUp(layers, 'none')]).toEqual([
		0,
		1_999,
		1_999,
		undefined,
	]);
	expect([lookUp(kept, 'last'), lookUp(kept, 'id1500')]).toEqual([999, undefined]);
	expect(layers.length).toBeLessThan(16);
});
