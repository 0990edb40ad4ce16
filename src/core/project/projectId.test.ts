import { describe, expect, test } from 'vitest';
import { isBelow, projectId } from './projectId';

describe('the id of a project', () => {
	test('is readable, fits into a file name, and is the same every time', () => {
		expect(projectId('/home/dev/my.app')).toMatch(/^home-dev-my-app-[0-9a-f]{16}$/u);
		expect(projectId(`/${'a/'.repeat(300)}end`)).toMatch(/^[A-Za-z0-9-]{1,57}$/u);
		expect(projectId('/')).toMatch(/^root-/u);
		expect(projectId('/home/dev/app')).toBe(projectId('/home/dev/app'));
	});

	test('tells twins apart that have one name in Claude Code', () => {
		const twins = ['/p/client_a', '/p/client-a', '/p/client.a', '/p/client a', '/p-client/a', '/p/Client-a'];
		expect(new Set(twins.map(projectId)).size).toBe(twins.length);
	});

	test('does not know the case of a drive, nor the case of names on Windows', () => {
		const names = ['C:\\Work\\App', 'c:\\Work\\App', 'c:/work/app'];
		expect(new Set(names.map(projectId)).size).toBe(1);
		expect(projectId('\\\\Srv\\Share\\App')).toBe(projectId('//srv/share/app'));
		expect(projectId('D:\\Work\\App')).not.toBe(projectId('C:\\Work\\App'));
	});
});

test.each([
	['/p/app', '/p/app', true],
	['/p/app', '/p/app/src', true],
	['/p/app', '/p/app-2', false],
	['/p/app', '/p/App', false],
	['/', '/p', true],
	['C:\\Work\\App', 'c:\\work\\app\\src', true],
	['c:/Work', 'C:\\Work\\app', true],
	['c:\\Work', 'D:\\Work\\app', false],
	['\\\\srv\\share\\app', '\\\\SRV\\share\\app\\pkg', true],
	['\\\\srv\\share\\app', '//srv/share/app/pkg', true],
	['\\\\srv\\share\\app', '\\\\srv\\share\\app2', false],
	['\\\\srv\\share\\', '\\\\srv\\share\\app', true],
])('of %s, %s is or lies below it: %s', (parent, child, is) => expect(isBelow(parent, child)).toBe(is));
