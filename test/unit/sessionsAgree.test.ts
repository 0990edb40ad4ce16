// The list of sessions in the editor and on the command line: whatever a person sets in VS Code, both say the same.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '../../src/cli/testing/inProcess';
import { MINUTE_MS } from '../../src/core/base/dates';
import { projectSlug } from '../../src/core/claude/slug';
import { SHARED_SETTINGS, type Setting } from '../../src/core/keeper/settings';
import { activityOf } from '../../src/core/sessions/order';
import { FakeClock } from '../../src/core/testing/fakeClock';
import { RecordingLogger } from '../../src/core/testing/recordingLogger';
import { jsonl, userLine } from '../../src/core/testing/transcripts';
import { soon } from '../../src/core/testing/soon';
import { openRedactor } from '../../src/node/privacy/openRedactor';
import { findProject } from '../../src/node/project/project';
import { SessionsStore } from '../../src/node/sessions/sessionsStore';
import { NOW_MS, type Place, newPlace, newRepository } from '../../src/node/testing/places';
import { followFiledSettings } from '../../src/node/workspace/filedSettings';
import { readConfiguration } from '../../src/vscode/configuration';
import type { Services } from '../../src/vscode/services';
import { SESSIONS_PAGE, sessionRows } from '../../src/vscode/sessions/sessionsTree';
import { registerSharedSettings } from '../../src/vscode/sharedSettings';
import { chosen } from '../../src/vscode/testing/vscode';

/** What the view shows before anybody has asked it for more. */
const AT_FIRST = { limit: SESSIONS_PAGE, hidden: false, programs: false, grouping: 'none' } as const;

let place: Place;
let repo: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	chosen.clear();
	// Minutes since the first and the last message.
	const spells: readonly (readonly [number, number])[] = [
		[2, 1],
		[20, 8],
		[50, 40],
		[11 * 60, 45],
		[5 * 60, 90],
		[30 * 60, 20 * 60],
	];
	const folder = path.join(place.claude.projectsDir, projectSlug(repo));
	mkdirSync(folder, { recursive: true });
	for (const [at, minutes] of spells.entries()) {
		const sessionId = `aaaaaaaa-0000-4000-8000-00000000000${at}`;
		const lines = minutes.map((ago) =>
			userLine(`Prompt ${ago}`, { sessionId, cwd: repo, timestamp: new Date(NOW_MS - ago * MINUTE_MS).toISOString() }),
		);
		writeFileSync(path.join(folder, `${sessionId}.jsonl`), jsonl(lines));
	}
});
afterEach(() => place.remove());

/** Lets the extension share what is set, as it does at its start. */
async function share(): Promise<void> {
	const logger = new RecordingLogger();
	registerSharedSettings({ claude: place.claude, logger } as unknown as Services).dispose();
	const { readOwnSettings } = await import('../../src/node/keeper/ownSettings');
	await soon(async () => {
		const written = await readOwnSettings(place.claude);
		expect(written).toMatchObject(readConfiguration().shared);
	});
}

async function inTheEditor(): Promise<readonly string[]> {
	const [clock, logger] = [new FakeClock(NOW_MS), new RecordingLogger()];
	const filed = followFiledSettings({ claude: place.claude, clock, logger });
	await filed.refresh();
	const store = new SessionsStore({
		claude: place.claude,
		clock,
		logger,
		settings: () => readConfiguration(filed.current).shared,
		redactor: () => openRedactor(place.claude),
	});
	try {
		await store.open([await findProject(place.claude, repo)]);
		const services = { sessions: store, clock, workspace: { state: { projects: [] } } };
		const view = sessionRows(services as unknown as Parameters<typeof sessionRows>[0], () => AT_FIRST);
		return view
			.children()
			.flatMap((node) => (node.kind === 'session' ? [node.session] : []))
			.map((session) => `${session.id} ${activityOf(store.stateOf(session), session.live)} ${session.name}`);
	} finally {
		store.dispose();
		filed.dispose();
	}
}

async function onTheCommandLine(): Promise<readonly string[]> {
	const env = { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString() };
	const { out } = await call(['sessions', 'list', '--json'], { cwd: repo, env });
	const { sessions } = JSON.parse(out) as { sessions: { id: string; state: string; name: string }[] };
	return sessions.map(({ id, state, name }) => `${id} ${state} ${name}`);
}

/** A value of a setting that is not its default. */
function another({ default: byDefault, ...setting }: Setting<unknown>): unknown {
	if (typeof byDefault === 'number') return byDefault * 3;
	return typeof byDefault === 'boolean' ? !byDefault : setting.enum?.find((each) => each !== byDefault);
}

const SETTINGS = Object.values(SHARED_SETTINGS).map((setting) => [setting.from, another(setting)] as const);

describe('the editor and the command line list the same sessions in the same states', () => {
	test('by default, in every state but suspended, which takes a registry', async () => {
		const states = new Set((await inTheEditor()).map((line) => line.split(' ')[1]));
		expect(states).toEqual(new Set(['active', 'idle', 'ended']));
		expect(await onTheCommandLine()).toEqual(await inTheEditor());
	});

	test.each(SETTINGS)('with %s = %s', async (from, value) => {
		chosen.set(from, value);
		await share();
		expect(await onTheCommandLine()).toEqual(await inTheEditor());
	});

	test.each([
		[SHARED_SETTINGS.idleMinutes.from, 5],
		[SHARED_SETTINGS.maxHours.from, 24],
	])('and %s = %s makes a difference to both', async (from, value) => {
		const byDefault = await inTheEditor();
		chosen.set(from, value);
		await share();
		expect(await onTheCommandLine()).not.toEqual(byDefault);
		expect(await onTheCommandLine()).toEqual(await inTheEditor());
	});

	test('and what the terminal sets alone makes a difference to both', async () => {
		const byDefault = await inTheEditor();
		await call(['config', 'set', 'sessions.idleMinutes', '5'], { cwd: repo, env: place.env });
		expect(await inTheEditor()).not.toEqual(byDefault);
		expect(await onTheCommandLine()).toEqual(await inTheEditor());
	});

	test('with all of them changed at once', async () => {
		for (const [from, value] of SETTINGS) chosen.set(from, value);
		await share();
		expect(await onTheCommandLine()).toEqual(await inTheEditor());
	});
});
