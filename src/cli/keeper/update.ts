// `session-keeper update`: what to run for a newer version, for the way in which this one was installed.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { version } from '../../../package.json';
import { type InstallKind, installKindOf, updateCommands } from '../../core/keeper/origin';
import { installedFrom } from '../../node/hooks/launcherFiles';
import { programFile } from '../../node/keeper/program';
import type { VerbsOf } from '../group';
import type { UPDATE } from './updateCommand';
import { isUsable } from '../../node/base/isUsable';

const WORDS: Readonly<Record<InstallKind, string>> = {
	npm: 'installed by npm',
	npmLocal: 'installed by npm in a project',
	npx: 'run by npx, without being installed',
	vscode: 'installed with the VS Code extension, which VS Code updates by itself',
	plugin: 'installed as a plugin of Claude Code',
	checkout: 'built from its sources',
	unknown: 'installed in a way that is not known: ask whoever installed it',
};

export const update: VerbsOf<typeof UPDATE> = {
	'': {
		async run({ claude, caller }) {
			const bin = path.dirname(programFile(claude));
			const from = await installedFrom(bin);
			const running = await realpath(caller.program).catch(() => caller.program);
			const isInstalled = path.dirname(running) === (await realpath(bin).catch(() => bin));
			const file = isInstalled && from !== undefined ? path.join(path.dirname(from), 'cli.js') : running;
			const isSource = await isUsable(path.resolve(path.dirname(file), '../scripts/build.mjs'));
			const origin = installKindOf(file, isSource);
			const commands = updateCommands(origin, file, from !== undefined);
			return {
				text: [`session-keeper ${version}, ${WORDS[origin]}`, ...commands.map((each) => `  ${each}`)].join('\n'),
				json: { version, origin, commands },
			};
		},
	},
};
