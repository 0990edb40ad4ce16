// The page in which a session is read: its frame, and the address that says whose it is, which VS Code keeps over restarts
// and anybody can write.
import { expect, test } from 'vitest';
import { sessionAt } from './reader';
import { readerHtml } from './readerHtml';

test('the frame allows one script and one style, and says names as text', () => {
	const html = readerHtml('<img src=x onerror=alert(1)>', 'https://file.example/reader.js?"><script>');
	const nonces = [...html.matchAll(/nonce[-=]"?([A-Za-z0-9+/=]{20,})/gu)].map(([, nonce]) => nonce);
	expect(new Set(nonces).size).toBe(1);
	expect(html).toContain(`content="default-src 'none'; style-src 'nonce-`);
	expect(html.match(/<script/gu)).toHaveLength(1);
	expect(html.match(/<(?:img|iframe|link)\b/gu)).toBeNull();
	expect(html).not.toMatch(/\son[a-z]+="/u);
	expect(readerHtml('x', 'y')).not.toContain(nonces[0] ?? 'nonce');
});

test('an address opens a transcript of Claude Code, and no other file', () => {
	const needs = { claude: { projectsDir: '/home/dev/.claude/projects' }, sessions: { get: () => undefined } };
	const ours = (file: string): object => {
		const query = new URLSearchParams({ id: 'abc', name: 'A name', file }).toString();
		return sessionAt(needs, { scheme: 'session-keeper-session', path: '/A name', fsPath: '/A name', query });
	};
	const file = '/home/dev/.claude/projects/-home-dev-app/abc.jsonl';
	expect(ours(file)).toEqual({ id: 'abc', name: 'A name', file });
	expect(sessionAt(needs, { scheme: 'file', path: file, fsPath: file, query: '' })).toEqual({
		id: 'abc',
		name: 'abc',
		file,
	});
	for (const evil of [
		'/etc/passwd',
		'/home/dev/.claude/projects/../.credentials.jsonl',
		'/home/dev/.claude/projects/x.json',
		'',
	])
		expect(() => ours(evil)).toThrow('no longer exists');
});
