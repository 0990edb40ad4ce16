// What must be found again after a kill lies in a file of ours: VS Code takes seconds to write what it remembers for an
// extension, and in a browser it writes nothing while there is other work.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Memento } from '../../core/base/ports';
import { parseObject } from '../../core/base/result';
import { replaceFile } from '../base/atomicFile';
import { withFileLock } from '../base/fileLock';
import { noneIsFine } from '../base/lookAt';
import type { ClaudeHome } from '../claude/claudeHome';
import { makePrivateFolder } from '../project/privateFolder';

/** A memory that is on the disk once `update` is done, in `<home>/state.json`; a file that is missing or broken holds nothing. */
export function stateFile({ keeperHome }: Pick<ClaudeHome, 'keeperHome'>): Memento {
	const file = path.join(keeperHome, 'state.json');
	const read = (otherwise: (error: unknown) => void): Readonly<Record<string, unknown>> => {
		try {
			return parseObject(readFileSync(file, 'utf8')) ?? {};
		} catch (error) {
			otherwise(error);
			return {};
		}
	};
	return {
		get: <T>(key: string) => read(() => undefined)[key] as T | undefined,
		async update(key, value) {
			await makePrivateFolder(keeperHome);
			const written = await withFileLock(`${file}.lock`, 5_000, () =>
				// What cannot be read now would be gone.
				replaceFile(file, `${JSON.stringify({ ...read(noneIsFine), [key]: value })}\n`),
			);
			if (written === undefined) throw new Error(`${file} is being written by another program.`);
		},
	};
}
