import { expect, test } from 'vitest';
import { installKindOf, updateCommands } from './origin';

test.each([
	['npm', '/usr/local/lib/node_modules/session-keeper/dist/cli.js'],
	['npm', 'C:\\Users\\a b\\AppData\\Roaming\\npm\\node_modules\\session-keeper\\dist\\cli.js'],
	['npx', '/home/a/.npm/_npx/0a1b/node_modules/session-keeper/dist/cli.js'],
	['npmLocal', '/home/a/app/node_modules/session-keeper/dist/cli.js'],
	['vscode', '/home/a/.vscode-server/extensions/session-keeper.session-keeper-0.1.0/dist/hooks'],
	['plugin', '/home/a/.claude/plugins/cache/acme/session-keeper/0.1.0/bin/cli.js'],
	['unknown', '/opt/tools/cli.js'],
])('%s is told from %s', (origin, file) => {
	expect(installKindOf(file, false)).toBe(origin);
});

test('sources beside it make a checkout', () => {
	expect(installKindOf('/home/a/session-keeper/dist/cli.js', true)).toBe('checkout');
});

test('each way but the unknown has its command, and installed hooks theirs', () => {
	expect(updateCommands('npm', '', true)).toEqual([
		'npm install --global session-keeper@latest',
		'session-keeper hooks install',
	]);
	expect(updateCommands('npx', '', false)).toEqual(['npx session-keeper@latest']);
	expect(updateCommands('plugin', '/x/plugins/cache/acme/session-keeper/0.1.0/bin', false)).toEqual([
		'claude plugin update session-keeper@acme',
	]);
	for (const origin of ['npmLocal', 'vscode', 'checkout'] as const)
		expect(updateCommands(origin, '', false)).not.toEqual([]);
	expect(updateCommands('unknown', '', true)).toEqual([]);
});
