// A file that somebody was taking away to change it lies under another name. In a project, reading leaves it there: it is done
// in folders that nobody trusts, and a repository can bring along whatever it likes under such a name.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { protocolOf } from '../../core/testing/protocols';
import { KeptCopyError } from '../base/exchange';
import { editMemoryFile, readMemoryFile } from '../documents/memoryFile';
import { readProjectMemories } from '../memory/memoryFiles';
import { type Project, findProject } from '../project/project';
import { readSettings, settingsPlace, writeSettings } from '../project/settingsFile';
import { defaultPlace, readProtocol } from '../protocol/protocolFile';
import { beforeFileCalls } from '../testing/fileCalls';
import { type Place, newPlace, newRepository, snapshot } from '../testing/places';

const gone = spawnSync(process.execPath, ['-e', '']).pid;
const CONTEXT = '.claude/memory/active-context.md';
const NOTE = '---\nname: tabs\ndescription: Use tabs\ntype: feedback\n---\n\nUse tabs.\n';

let place: Place;
let project: Project;
let calls: () => void = () => undefined;
beforeEach(async () => {
	place = newPlace();
	const files = {
		'.claude/settings.json': '{}\n',
		'.claude/settings.local.json': '{}\n',
		'.claude/memory/tabs.md': NOTE,
		[CONTEXT]: 'Ours.\n',
		'session-protocol.json': JSON.stringify(protocolOf([])),
	};
	const repository = newRepository(path.join(place.root, 'app'));
	for (const [name, text] of Object.entries(files)) place.write(`app/${name}`, text);
	project = await findProject(place.claude, repository);
	for (const name of Object.keys(files)) renameSync(path.join(repository, name), kept(path.join(repository, name)));
});
afterEach(() => {
	calls();
	place.remove();
});

const kept = (file: string): string =>
	path.join(path.dirname(file), `.${path.basename(file)}.${gone}.0123456789ab.old`);
const settings = (scope: 'user' | 'project' | 'local'): ReturnType<typeof settingsPlace> =>
	settingsPlace(place.claude, project, scope);

test('reading what lies in a project writes nothing', async () => {
	const before = snapshot(place.root);
	for (const scope of ['project', 'local'] as const)
		expect(await readSettings(settings(scope))).toMatchObject({ ok: true, value: { text: undefined } });
	expect(await readProjectMemories(project)).toEqual([]);
	expect(await readProtocol(defaultPlace(project))).toBeUndefined();
	expect(await readMemoryFile(project, 'active-context.md')).toBe('');
	expect(snapshot(place.root)).toEqual(before);
});

test('the next change puts it back first', async () => {
	const local = await readSettings(settings('local'));
	expect(local.ok && (await writeSettings(local.value, '{"ours":1}'))).toEqual({
		ok: false,
		error: { reason: 'changedMeanwhile' },
	});
	expect(readFileSync(settings('local').file, 'utf8')).toBe('{}\n');
	await editMemoryFile(project, 'active-context.md', (text) => `${text}More.\n`);
	expect(readFileSync(path.join(project.checkout, CONTEXT), 'utf8')).toBe('Ours.\nMore.\n');
});

test('and not what the repository brought along', async () => {
	execFileSync('git', ['add', '--force', '.'], { cwd: project.checkout });
	const local = await readSettings(settings('local'));
	expect(local.ok && (await writeSettings(local.value, '{"ours":1}')).ok).toBe(true);
	expect(readFileSync(settings('local').file, 'utf8')).toBe('{"ours":1}');
	expect(readFileSync(kept(settings('local').file), 'utf8')).toBe('{}\n');
});

test('settings of which two versions are there say where the other one is', async () => {
	const { file } = settings('user');
	place.write(path.relative(place.root, kept(file)), 'old');
	place.write(path.relative(place.root, kept(file).replace(/old$/u, 'tmp')), 'new');
	// Another program writes it while we look.
	calls = beforeFileCalls((name, of) => {
		if (name === 'readdir' && of === path.dirname(file)) writeFileSync(file, '{}');
	});
	await expect(readSettings(settings('user'))).rejects.toThrow(KeptCopyError);
});
