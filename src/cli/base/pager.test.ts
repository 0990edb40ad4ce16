// What is long goes to the pager of whoever sits at the terminal, and is printed where that cannot be.
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { park, place, run, useCliPlace } from '../testing/cliPlace';

useCliPlace();
beforeEach(() => {
	for (const n of Array.from({ length: 9 }).keys()) park(`item ${n}`);
});

const list = (env: NodeJS.ProcessEnv, how: { readonly rows?: number; readonly more?: readonly string[] } = {}) =>
	run(['parked', 'list', ...(how.more ?? [])], { columns: 80, rows: how.rows ?? 10, env });
const shownFile = (): string => path.join(place.root, 'shown');

describe('a long answer on a terminal', () => {
	test.skipIf(process.platform === 'win32')('is shown by the pager alone, with its colors', async () => {
		const own = `cat > '${shownFile()}'`;
		for (const env of [{ PAGER: own }, { PAGER: 'false', SESSION_KEEPER_PAGER: own }]) {
			expect(await list(env)).toEqual({ code: 0, out: '', err: '' });
			expect(readFileSync(shownFile(), 'utf8')).toMatch(
				/^\u001b\[1m## Session Pending.*\u001b\[22m\n(?:.*\n)+.*item 8/u,
			);
		}
	});

	test.skipIf(process.platform === 'win32')('may be left early', async () => {
		expect(await list({ PAGER: 'true' })).toEqual({ code: 0, out: '', err: '' });
	});

	test('is printed where the pager is missing, unwanted or none', async () => {
		for (const env of [{ SESSION_KEEPER_PAGER: 'no-such-pager 2>&-' }, { PAGER: '' }, { PAGER: 'cat' }, { PATH: '' }])
			expect((await list(env)).out, JSON.stringify(env)).toContain('item 8');
		expect((await list({ PAGER: 'true' }, { more: ['--no-pager'] })).out).toContain('item 8');
		expect((await list({ PAGER: 'true', TERM: 'dumb' })).out).toContain('item 8');
	});

	test.skipIf(process.platform === 'win32')('is shown by no program of the current folder', async () => {
		const less = place.write('here/less', `#!/bin/sh\ncat > '${shownFile()}'\n`);
		chmodSync(less, 0o755);
		expect((await list({ PATH: path.relative(process.cwd(), path.dirname(less)) })).out).toContain('item 8');
		expect(existsSync(shownFile())).toBe(false);
		expect((await list({ PATH: `${path.dirname(less)}:/usr/bin:/bin` })).out).toBe('');
		expect(readFileSync(shownFile(), 'utf8')).toContain('item 8');
	});

	test.each(['--help', 'parked list --help', 'help parked', 'parked --help'])(
		'is printed: %s --no-pager',
		async (help) => {
			const words = [...help.split(' '), '--no-pager'];
			expect((await run(words, { columns: 80, rows: 10, env: { PAGER: 'true' } })).out).toMatch(/USAGE/u);
		},
	);

	test('is printed where it fits, or is a document', async () => {
		expect((await list({ PAGER: 'true' }, { rows: 50 })).out).toContain('item 8');
		expect((await list({ PAGER: 'true' }, { more: ['--json'] })).out).toContain('item 8');
		expect((await list({ PAGER: 'true' }, { more: ['--plain'] })).out).toContain('item 8');
	});
});

test('what is piped has no pager', async () => {
	expect((await run(['parked', 'list'], { env: { PAGER: 'true' } })).out).toContain('item 8');
});
