// The health of a project's memory: gathers what is judged, and mends what was found, so that it can be taken back.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
	type HealthFix,
	type HealthFacts,
	type HealthFinding,
	MORE_FILE,
	type Stray,
	checkMemory,
	shortenIndex,
} from '../../core/memory/health';
import { linksIn } from '../../core/claude/indexLinks';
import { withoutLink } from '../../core/claude/memoryIndex';
import { type IndexMeter, measureIndex } from '../../core/memory/indexMeter';
import { isParkedFileName } from '../../core/parking/item';
import type { Clock } from '../../core/base/ports';
import type { Redactor } from '../../core/privacy/redaction';
import { asRecord } from '../../core/base/result';
import { singleLine } from '../../core/base/text';
import { type ClaudeHome, shownPath } from '../claude/claudeHome';
import { readJsonObject } from '../project/claudeSettings';
import { mapLimited } from '../base/mapLimited';
import { MemoryCandidates } from './memoryCandidates';
import { type MemoryFile, isMemoryFileName, readMemoryFiles, readProjectMemories } from './memoryFiles';
import { readIndex } from '../claude/memoryIndexFile';
import { redactSecrets, secretKinds, withoutSecrets } from '../privacy/gate';
import { rootsOf } from '../project/formerRoots';
import { type FormerMemory, type Project, findProject } from '../project/project';
import type { ChangeEdit } from '../keeper/changeEdit';
import { ChangeJournal, type Undone } from '../keeper/changeJournal';
import type { Change } from '../keeper/changeRecord';
import { MEMORY_TRASH, type Trash } from '../keeper/trash';

/** So many other projects are asked for where they keep their memory. */
const OTHER_PROJECTS = 50;

export interface MemoryOverview {
	readonly folder: string;
	readonly meter: IndexMeter;
	/** Whether there is a MEMORY.md. */
	readonly hasIndex: boolean;
	readonly memories: readonly MemoryFile[];
	readonly findings: readonly HealthFinding[];
	/** Those of them that `adopt` mends: what stayed where Claude kept its memory when the project was elsewhere. */
	readonly left: readonly HealthFinding[];
}

export class MemoryHealth {
	private readonly changes: ChangeJournal;

	constructor(
		private readonly options: {
			readonly claude: ClaudeHome;
			readonly project: Project;
			readonly trash: Trash;
			readonly clock: Clock;
			readonly redactor: () => Promise<Redactor>;
		},
	) {
		this.changes = new ChangeJournal(options.claude, options.trash, options.clock);
	}

	/** Reads only. @throws the file system's error where the folder is not ours to read. */
	async look(): Promise<MemoryOverview> {
		const { project, clock } = this.options;
		const memories = await readMemoryFiles(project.memoryDir);
		const index = await readIndex(project.memoryDir);
		const findings = checkMemory(await this.facts(memories, index), clock.now());
		const former = project.formerMemory.map(({ folder }) => folder);
		return {
			folder: project.memoryDir,
			meter: measureIndex(index ?? ''),
			hasIndex: index !== undefined,
			memories,
			findings,
			left: findings.filter(({ file, fix }) => fix.kind === 'move' && former.includes(path.dirname(file))),
		};
	}

	/** Ends what somebody began to change and did not live to end. */
	async recover(): Promise<void> {
		await this.changes.recover();
	}

	/** Mends a finding, if it still stands. @returns the change, or nothing where it does not stand any more. */
	async fix(id: string): Promise<Change | undefined> {
		await this.recover();
		const { findings } = await this.look();
		const found = findings.find((each) => each.id === id);
		if (found === undefined) return undefined;
		return this.make(found.message, (edit) => this.mend(edit, found));
	}

	/** Brings over, as one change, what stayed in memory folders of places where the project was. @throws what failed. */
	async adopt(findings: readonly HealthFinding[]): Promise<Change> {
		const label = `${findings.length === 1 ? '1 file' : `${findings.length} files`} moved from where the project was`;
		return this.make(label, async (edit) => {
			for (const found of findings) await this.mend(edit, found);
		});
	}

	/**
	 * Takes a change back. Where accepting a candidate made it, that is taken back with it: the candidate waits again.
	 * @returns `changed` where somebody has edited a file since, `busy` where somebody is deciding: then nothing was done.
	 */
	async undo(change: string): Promise<Undone | 'busy'> {
		const candidates = new MemoryCandidates({ ...this.options, place: () => 'claude' });
		const outcome = await candidates.undoChange(change);
		if (outcome === undefined) return this.changes.undo(change);
		if (outcome.kind !== 'refused') return outcome.kind === 'done' ? 'undone' : 'gone';
		return outcome.code === 'busy' || outcome.code === 'gone' ? outcome.code : 'changed';
	}

	private make(label: string, work: (edit: ChangeEdit) => Promise<void>): Promise<Change> {
		return this.changes.make({ kind: MEMORY_TRASH, project: this.options.project.root, label }, work);
	}

	private async mend(edit: ChangeEdit, { fix, file }: HealthFinding): Promise<void> {
		const folder = this.options.project.memoryDir;
		switch (fix.kind) {
			case 'shorten':
				return this.shorten(edit, folder);
			case 'addPointer':
				return this.point(edit, file, fix.line);
			case 'removeLine':
				return edit.editIndex(folder, (text) => withoutPointer(text, fix));
			case 'trash':
				return edit.take(file, 'removed');
			case 'redact': {
				const redactor = await this.options.redactor();
				const redact = (text: string): string => redactSecrets(text, redactor);
				return path.basename(file) === 'MEMORY.md'
					? edit.editIndex(path.dirname(file), redact)
					: edit.edit(file, redact);
			}
			case 'move': {
				const moved = await edit.move(file, fix.folder);
				await edit.takeLines(path.dirname(file), path.basename(file));
				if (fix.folder === folder) {
					const { findings } = await this.look();
					const orphan = findings.find((each) => each.file === moved && each.fix.kind === 'addPointer');
					if (orphan?.fix.kind === 'addPointer') await this.point(edit, moved, orphan.fix.line);
				}
				return;
			}
		}
	}

	/** Adds a line to MEMORY.md that leads to a file, in the words of the file. */
	private async point(edit: ChangeEdit, file: string, line: string): Promise<void> {
		const safe = withoutSecrets(line, await this.options.redactor());
		await edit.index(this.options.project.memoryDir, path.basename(file), safe, () => true);
	}

	/** What has no room goes into a file of its own, which MEMORY.md leads to. */
	private async shorten(edit: ChangeEdit, folder: string): Promise<void> {
		const more = (await readMemoryFiles(folder)).find(({ fileName }) => fileName === MORE_FILE);
		const index = (await readIndex(folder)) ?? '';
		const begun = `# More memories\n\nOlder memories that have no room in MEMORY.md.\n\n`;
		if (more === undefined) await edit.create(folder, MORE_FILE, shortenIndex(index, begun).more);
		else await edit.edit(more.path, (text) => shortenIndex(index, text).more);
		await edit.editIndex(folder, (text) => {
			// A line that came meanwhile would be in neither file.
			if (text !== index) throw new Error('MEMORY.md was changed meanwhile. Try again.');
			return shortenIndex(text, '').index;
		});
	}

	private async facts(memories: readonly MemoryFile[], index: string | undefined): Promise<HealthFacts> {
		const { project } = this.options;
		const names = await readdir(project.memoryDir).catch(() => []);
		const strays: readonly (readonly Stray[])[] = await Promise.all([
			...project.formulaDirs.map((folder) => readMemoryFiles(folder).catch(() => [])),
			...project.formerMemory.map((former) => this.leftIn(former)),
		]);
		const redactor = await this.options.redactor();
		const memoryOf = await this.otherMemories();
		return {
			folder: project.memoryDir,
			index,
			indexPath: path.join(project.memoryDir, 'MEMORY.md'),
			memories,
			names,
			strays: strays.flat(),
			shared: await readProjectMemories(project).catch(() => []),
			root: project.root,
			otherRoots: Object.keys(memoryOf),
			memoryOf,
			secretsIn: (text) => secretKinds(text, redactor),
		};
	}

	/** What stayed in the memory folder of a place where the project was: memories, and parked items. */
	private async leftIn({ folder, root }: FormerMemory): Promise<readonly Stray[]> {
		const names = await readdir(folder, { withFileTypes: true }).catch(() => []);
		const from = singleLine(shownPath(root, this.options.claude.userHome));
		return names
			.filter((entry) => entry.isFile() && (isMemoryFileName(entry.name) || isParkedFileName(entry.name)))
			.map(({ name: fileName }) => ({ fileName, path: path.join(folder, fileName), from }));
	}

	/** Projects that Claude knows, and where they keep their memory; this one is not among them. */
	private async otherMemories(): Promise<Readonly<Record<string, string>>> {
		const { claude, project } = this.options;
		const own = rootsOf(project);
		const known = Object.keys(asRecord((await readJsonObject(claude.stateFile))?.['projects']) ?? {});
		const others = known.filter((root) => path.isAbsolute(root) && root !== claude.userHome && !own.includes(root));
		const found = await mapLimited(others.slice(0, OTHER_PROJECTS), (root) => findProject(claude, root));
		return Object.fromEntries(
			found.filter(({ root }) => root !== project.root).map(({ root, memoryDir }) => [root, memoryDir]),
		);
	}
}

/** Takes a line out, where it still is that line; of one that leads elsewhere, too, the link. */
function withoutPointer(
	text: string,
	{ line: at, text: content, target, isRepeated }: Extract<HealthFix, { kind: 'removeLine' }>,
): string {
	const lines = text.split(/(?<=\n)/u);
	const isSame = (line: string | undefined): boolean => line?.replace(/\r?\n$/u, '') === content;
	const found = isSame(lines[at]) ? at : lines.findIndex(isSame);
	const line = lines[found];
	if (line === undefined) return text;
	const isShared = isRepeated || linksIn(line).some((link) => link.target !== target);
	lines[found] = isShared ? withoutLink(line, target, isRepeated) : '';
	return lines.join('');
}
