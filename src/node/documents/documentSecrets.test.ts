// The gate: no secret that a person or Claude said reaches a file that git would take.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isMissed, labelledSecrets, scoreSecrets } from '../../../scripts/lib/labelledSecrets.mjs';
import { type Line, assistantLine, chained, userLine } from '../../core/testing/transcripts';
import { BackupStore } from '../backups/backupStore';
import { homePlace } from '../backups/place';
import { openTrash } from '../keeper/keeperTrash';
import { openRedactor } from '../privacy/openRedactor';
import { exportToFile } from '../reading/sessionExport';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { NOW_MS } from '../testing/places';
import { DocumentStore } from './documentStore';

let place: BackupTestPlace;
const clock = { now: () => NOW_MS, schedule: () => ({ dispose: () => undefined }) };
beforeEach(() => {
	place = newBackupPlace();
});
afterEach(() => place.remove());

/** What says it in words, and in several lines, which a document takes apart. */
const SAID = /prose|next line|markdown|languages|private key|command|yaml|github|slack|aws$/u;

test('facts that only together tell a secret do not reach the project memory', async () => {
	const redactor = await openRedactor(place.claude);
	const project = await place.project();
	const backups = new BackupStore(project, openTrash(place.claude), clock, homePlace(place.claude, project));
	const documents = new DocumentStore(project, backups, async () => redactor, clock, place.env, place.claude);
	const saved = await documents.save(
		place.say(
			chained([userLine('Please write the plan.'), assistantLine('I wrote it.')]).map((line) =>
				JSON.stringify({ ...line, sessionId: SESSION }),
			),
		),
	);
	if (saved === undefined) throw new Error('Nothing was saved.');
	const secret = ['Winter', 'tango', '4711'].join('-');
	expect(redactor.text(secret).value).toBe(secret);
	await documents.keep(['The password:', secret], saved.document);
	expect(readFileSync(path.join(place.memory, 'project-memory.md'), 'utf8')).not.toContain(secret);
});

test('a document, the active context and an export hold none of what was said', async () => {
	const redactor = await openRedactor(place.claude);
	const known = scoreSecrets((text) => redactor.text(text).value, 'madeFrom').flatMap(({ wrong }) => wrong);
	const said = labelledSecrets()
		.secrets.madeFrom.filter(({ family, text }) => SAID.test(family) && !known.some((each) => each.text === text))
		.filter((_each, at) => at % 2 === 0);
	expect(said.length).toBeGreaterThan(80);
	const lines: readonly Line[] = chained(
		said.flatMap(({ text }, at) => [
			userLine(`Decision ${at}: always deploy with this. ${text}\nNext: write step ${at} of the deployment.`),
			assistantLine(`We decided to use it.\n\n${text}\n\nNext I will write step ${at}. I still need to test it.`),
		]),
	);
	const project = await place.project();
	const backups = new BackupStore(project, openTrash(place.claude), clock, homePlace(place.claude, project));
	const documents = new DocumentStore(project, backups, async () => redactor, clock, place.env, place.claude);
	const transcript = place.say(lines.map((line) => JSON.stringify({ ...line, sessionId: SESSION })));
	const saved = await documents.save(transcript);
	expect(saved).toBeDefined();
	const files = readdirSync(place.memory).filter((name) => name.endsWith('.md'));
	expect(files.length).toBe(2);
	const written = files.map((name) => readFileSync(path.join(place.memory, name), 'utf8')).join('\n');
	expect(written).toMatch(/\n## Redacted\n\n\d+ × [\w-]+(?:, \d+ × [\w-]+)*\n/u);
	expect(written).toContain('[redacted: ');
	expect(said.filter((each) => isMissed(each, written)).map(({ text }) => text)).toEqual([]);
	const target = path.join(place.root, 'export.md');
	await exportToFile(place.claude, { id: SESSION, name: 'x', file: transcript }, 'md', redactor, target);
	const exported = readFileSync(target, 'utf8');
	expect(said.filter((each) => isMissed(each, exported)).map(({ text }) => text)).toEqual([]);
});
