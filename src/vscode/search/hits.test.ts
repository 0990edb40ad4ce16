import { expect, test } from 'vitest';
import { chosenItem } from './hits';

const recent = { label: 'recent' };
const found = { label: 'found' };
const other = { label: 'other' };
const items = [found, other];

test('Enter is for what is selected, else active, else first', () => {
	expect(chosenItem({ selectedItems: [other], activeItems: [found], items })).toBe(other);
	expect(chosenItem({ selectedItems: [], activeItems: [other], items })).toBe(other);
	expect(chosenItem({ selectedItems: [], activeItems: [], items })).toBe(found);
});

test('Enter is for nothing that was in the list before', () => {
	expect(chosenItem({ selectedItems: [recent], activeItems: [recent], items })).toBe(found);
	expect(chosenItem({ selectedItems: [], activeItems: [recent], items: [] })).toBeUndefined();
});
