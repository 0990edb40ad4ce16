// Another program writes a file of ours to change, at each moment of the change: what it wrote is in the file, or in a copy
// beside it that we speak of.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { protocolOf, protocolTask } from '../../core/testing/protocols';
import { FakeClock } from '../../core/testing/fakeClock';
import { addIndexLine } from '../claude/memoryIndexFile';
import { editMemoryFile } from '../documents/memoryFile';
import { planInstall, carryOut } from '../hooks/hookInstaller';
import { hooksFor } from '../hooks/launcher';
import { importsPlace, planImports } from '../hooks/plannedChange';
import { stampExit } from '../hooks/run/exitStampFile';
import { openTrash } from '../keeper/keeperTrash';
import { ParkingLot } from '../parking/parkingLot';
import { type Project } from '../project/project';
import { settingsPlace } from '../project/settingsFile';
import { ProtocolStore } from '../protocol/protocolStore';
import { type BackupTestPlace, newBackupPlace } from '../testing/backupPlace';
import { beforeFileCalls } from '../testing/fileCalls';
import { NOW_MS, itemText } from '../testing/places';
import { useFilesAtOnce } from '../testing/atOnce';

useFilesAtOnce();
const clock = new FakeClock(NOW_MS);
let place: BackupTestPlace;
let calls: () => void = () => undefined;
beforeEach(() => {
	place = newBackupPlace();
});
afterEach(() => {
	calls();
	place.remove();
});

interface Writer {
	/** Of the file, by where the project is. */
	readonly file: (project: Project) => string;
	readonly before: string;
	/** What another program makes of it. */
	readonly theirs: string;
	/** What only it has written. */
	readonly mark: string;
	/** @returns what is changed once everything is prepared. */
	readonly change: (project: Project) => Promise<() => Promise<unknown>> | (() => Promise<unknown>);
}

const protocol = (task: number): string => JSON.stringify(protocolOf([protocolTask(task)]));
const item = itemText('rates');
const active = (project: Project): string => path.join(project.filesRoot, '.claude/memory/active-context.md');
const WRITERS: Readonly<Record<string, Writer>> = {
	'a line of MEMORY.md': {
		file: ({ memoryDir }) => path.join(memoryDir, 'MEMORY.md'),
		before: '- [A](a.md)\n',
		theirs: '- [A](a.md)\n- [Theirs](theirs.md)\n',
		mark: 'theirs.md',
		change:
			({ memoryDir }) =>
			() =>
				addIndexLine(memoryDir, '- [Ours](ours.md)', () => true),
	},
	'the settings': {
		file: (project) => settingsPlace(place.claude, project, 'local').file,
		before: '{\n  "model": "opus"\n}\n',
		theirs: '{\n  "model": "theirs"\n}\n',
		mark: 'theirs',
		change: async (project) => {
			const { claude } = place;
			const plan = await planInstall(claude, settingsPlace(claude, project, 'local'), await hooksFor(claude, 'local'));
			return () => (plan.ok ? carryOut(claude, plan.value, clock) : expect.fail());
		},
	},
	'CLAUDE.md': {
		file: (project) => importsPlace(project).file,
		before: '# Ours\n',
		theirs: '# Theirs\n',
		mark: 'Theirs',
		change: async (project) => {
			const plan = await planImports(project, true);
			return () => (plan.ok ? plan.value.carryOut() : expect.fail());
		},
	},
	'the active context': {
		file: active,
		before: '# Where we are\n',
		theirs: '# Where they are\n',
		mark: 'they are',
		change: (project) => () => editMemoryFile(project, 'active-context.md', (text) => `${text}Ours.\n`),
	},
	'the note of an exit': {
		file: active,
		before: '# Where we are\n',
		theirs: '# Where they are\n',
		mark: 'they are',
		change: (project) => () => stampExit(project, NOW_MS, 'exit'),
	},
	'the protocol': {
		file: ({ checkout }) => path.join(checkout, 'session-protocol.json'),
		before: protocol(1),
		theirs: protocol(77),
		mark: 'TASK_077',
		change: async (project) => {
			const store = new ProtocolStore(
				place.claude,
				new ParkingLot(place.claude, project, openTrash(place.claude), clock),
				clock,
			);
			const prepared = await store.prepare({ session: null, given: { tasks: [], blocks: [] } });
			return () => store.write(prepared);
		},
	},
	'a parked item': {
		file: ({ memoryDir }) => path.join(memoryDir, 'session-open-rates-2026-11-20.md'),
		before: item,
		theirs: `${item}Theirs.\n`,
		mark: 'Theirs.',
		change: async (project) => {
			const lot = new ParkingLot(place.claude, project, openTrash(place.claude), clock);
			const [found = expect.fail()] = await lot.list();
			return () => lot.setDue(found, '2026-12-01');
		},
	},
};

test.each(Object.entries(WRITERS))('%s', async (_name, { file: fileOf, before, theirs, mark, change }) => {
	let kept = 0;
	const project = await place.project();
	const file = fileOf(project);
	for (let at = 0; ; at++) {
		for (const name of existsSync(path.dirname(file)) ? readdirSync(path.dirname(file)) : [])
			if (name.includes(path.basename(file))) rmSync(path.join(path.dirname(file), name));
		place.write(path.relative(place.root, file), before);
		const run = await change(project);
		let call = 0;
		// Between calls on it and on what is beside it for it: others do not reach it. Most programs write a file anew.
		calls = beforeFileCalls((_call, of) => {
			if (of.includes(path.basename(file)) && call++ === at) writeFileSync(file, theirs);
		});
		const outcome = await run().catch((error: unknown) => error as Error);
		calls();
		if (call <= at) break;
		const why = `before call ${at}: ${outcome instanceof Error ? outcome.message : JSON.stringify(outcome)}`;
		const beside = readdirSync(path.dirname(file)).filter((name) => name.startsWith(path.basename(file)));
		const holding = beside.filter((name) => readFileSync(path.join(path.dirname(file), name), 'utf8').includes(mark));
		expect(holding, why).not.toEqual([]);
		expect(existsSync(file), why).toBe(true);
		if (!holding.includes(path.basename(file))) expect(why).toContain(holding[0]);
		kept++;
	}
	expect(kept).toBeGreaterThan(5);
});
