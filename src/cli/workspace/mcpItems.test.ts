// Parked items as language models know them: by which names they are found, what the person is asked, how it is undone.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { itemText } from '../../node/testing/places';
import { good, open, park, place } from '../testing/cliPlace';
import { asked, call, connectedHere, fields, textOf, useClients } from '../testing/mcpClient';

useClients();

interface Listed {
	readonly key: string;
	readonly name: string;
}
const listed = async (client: Awaited<ReturnType<typeof connectedHere>>): Promise<readonly Listed[]> =>
	(await fields(client, 'list_items'))['items'] as readonly Listed[];
/** What a person types, after our name. */
const words = (undo: unknown): readonly string[] =>
	(/session-keeper (\S.*)$/u.exec(String(undo))?.[1] ?? '').split(' ').map((word) => word.replaceAll("'", ''));
const left = (): readonly string[] => open().filter((name) => name.startsWith('session-open-'));

test('the person is asked about the item that was found, in one line', async () => {
	park('flowers', 0, itemText('Buy flowers', 'for Ann'));
	const client = await connectedHere({ confirms: true });
	await fields(client, 'archive_item', { name: 'flowers\n\nReally harmless?' }).catch(() => undefined);
	expect([asked, left().length]).toEqual([[], 1]);
	await fields(client, 'archive_item', { name: 'FLOWERS' });
	expect(asked).toEqual(['Archive the parked item “Buy flowers — for Ann”?']);
	expect(left()).toEqual([]);
});

test('nobody is asked where nothing is meant, or several', async () => {
	park('a', 0, itemText('twin', 'one'));
	park('b', 0, itemText('twin', 'other'));
	const client = await connectedHere({ confirms: true });
	expect(textOf(await call(client, 'archive_item', { name: 'deploy key' }))).toBe(
		'No open item matches deploy key. See list_items.',
	);
	const several = textOf(await call(client, 'archive_item', { name: 'twin' }));
	expect(several).toMatch(
		/^2 open items match equally well\. Name one by its key:\n- twin \([ab]\)\n- twin \([ab]\)$/u,
	);
	expect([asked, left().length]).toEqual([[], 2]);
	await fields(client, 'archive_item', { name: 'b' });
	expect(left()).toEqual(['session-open-a-2026-11-01.md']);
});

test('every item is found by its key, and by its name as it is told', async () => {
	const names = [`${place.home}/proj/src`, 'Ask ann@example.org', 'twin', 'Twin', 'long '.repeat(40).trim()];
	for (const name of names) await good('parked', 'park', '--name', name, '--text', 'x');
	const client = await connectedHere({ confirms: true });
	const items = await listed(client);
	expect(items.map(({ name }) => name)).toContain('~/proj/src');
	expect(new Set(items.map(({ key }) => key)).size).toBe(5);
	for (const { name } of items.filter((each) => /~|e-mail/u.test(each.name)))
		await fields(client, 'archive_item', { name });
	for (const { key } of await listed(client)) await fields(client, 'archive_item', { name: key });
	expect(left()).toEqual([]);
});

test('what is changed is undone as it says, with namesakes too', async () => {
	const client = await connectedHere({ confirms: true });
	const [first, second] = [
		await fields(client, 'park_item', { name: 'rates', text: 'one' }),
		await fields(client, 'park_item', { name: 'rates', text: 'two' }),
	];
	const file = String(second['file']).replace(/^~/u, place.home);
	expect(existsSync(file)).toBe(true);
	await good(...words(second['undo']));
	expect([existsSync(file), left().length]).toEqual([false, 1]);
	await good(...words(first['undo']));
	expect(left()).toEqual([]);
	await fields(client, 'park_item', { name: 'rates', text: 'three' });
	const { undo } = await fields(client, 'archive_item', { name: 'rates' });
	await good(...words(undo));
	expect(left()).toHaveLength(1);
});

test('at ten items it lists them, and names the tool that makes room', async () => {
	for (let n = 0; n < 10; n++) park(`item-${n}`, 0, itemText(`Item ${n}`));
	const told = textOf(await call(await connectedHere(), 'park_item', { name: 'more', text: 'x' }));
	expect(told).toMatch(/^10 items are open already\. Archive one first with archive_item\.\n(?:- Item \d\n?){10}$/u);
	expect(left()).toHaveLength(10);
});

test('without a form it says which command to run', async () => {
	const client = await connectedHere();
	await fields(client, 'park_item', { name: '"; echo $(id) #', text: 'x' });
	const told = textOf(await call(client, 'archive_item', { name: '"; echo $(id) #' }));
	expect(told).toMatch(/because this client cannot ask: session-keeper parked archive echo-id$/u);
	await good(...words(told));
	expect(left()).toEqual([]);
});
