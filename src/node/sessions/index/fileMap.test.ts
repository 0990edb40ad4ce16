import { expect, test } from 'vitest';
import { createFileMap } from './fileMap';

test('keys have one file or several, each once, and are gone with the last', () => {
	const map = createFileMap();
	for (const [key, file] of [
		['a', '1'],
		['a', '1'],
		['b', '1'],
		['b', '2'],
		['b', '2'],
		['b', '3'],
	] as const)
		map.add(key, file);
	expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([['1'], ['1', '2', '3'], []]);
	expect([...map.shared()]).toEqual([['1', '2', '3']]);
	map.remove('b', '1');
	map.remove('b', '3');
	map.remove('a', 'another');
	map.remove('c', '1');
	expect([map.get('a'), map.get('b'), [...map.shared()]]).toEqual([['1'], ['2'], []]);
	map.remove('a', '1');
	expect(map.get('a')).toEqual([]);
});
