// What looks at transcripts told, kept below our home for each project: a look takes longer than all else that a hook does
// at the start of a session. A transcript that has grown since is looked at again.
import path from 'node:path';
import type { Redact } from '../../core/privacy/redaction';
import { asRecord, parseObject } from '../../core/base/result';
import { replaceFile } from '../base/atomicFile';
import { readTextFile } from '../base/regularFile';
import { makePrivateFolder } from '../project/privateFolder';
import type { Project } from '../project/project';
import type { FoundTranscript } from '../transcript/locateTranscript';
import type { Told } from './told';

interface Look {
	readonly file: string;
	readonly sizeBytes: number;
	readonly modifiedMs: number;
	readonly told: Told;
}

/** Another version of ours may have known less. */
const VERSION = 1;
/** The newest are the ones that are asked for. */
const MAX_KEPT = 100;
const LIMIT_BYTES = 256 * 1024;

export class Looks {
	private constructor(
		private readonly file: string,
		private readonly looks: Map<string, Look>,
	) {}

	/** What is kept of a project. A file that is missing or damaged keeps nothing. Never throws. */
	static async read({ home }: Pick<Project, 'home'>): Promise<Looks> {
		const file = path.join(home, 'looks.json');
		const kept = parseObject(await readTextFile(file, LIMIT_BYTES));
		const looks: unknown = kept?.['version'] === VERSION ? kept['looks'] : [];
		return new Looks(
			file,
			new Map((Array.isArray(looks) ? looks : []).filter(isLook).map((each) => [each.file, each])),
		);
	}

	/** What a look at a transcript told, if that is what it was then. */
	get({ file, sizeBytes, modifiedMs }: FoundTranscript): Told | undefined {
		const look = this.looks.get(file);
		return look?.sizeBytes === sizeBytes && look.modifiedMs === modifiedMs ? look.told : undefined;
	}

	set({ file, sizeBytes, modifiedMs }: FoundTranscript, told: Told): void {
		this.looks.set(file, { file, sizeBytes, modifiedMs, told });
	}

	/**
	 * Keeps them, without what must not be seen outside of a session.
	 * @param isKept by the path of a transcript. @throws the file system's error.
	 */
	async write(redact: Redact, isKept: (file: string) => boolean): Promise<void> {
		const looks = [...this.looks.values()]
			.filter(({ file }) => isKept(file))
			.sort((a, b) => b.modifiedMs - a.modifiedMs)
			.slice(0, MAX_KEPT)
			.map(({ told, ...look }) => ({
				...look,
				told: { ...told, title: told.title === undefined ? undefined : redact(told.title) },
			}));
		await makePrivateFolder(path.dirname(this.file));
		await replaceFile(this.file, JSON.stringify({ version: VERSION, looks }), 0o600);
	}
}

function isLook(value: unknown): value is Look {
	const look = asRecord(value);
	return typeof look?.['file'] === 'string' && asRecord(asRecord(look['told'])?.['launch']) !== undefined;
}
