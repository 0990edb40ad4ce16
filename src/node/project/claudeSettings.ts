// The few fields of Claude Code's own settings that decide where it keeps memory and for how long.
import path from 'node:path';
import { asRecord, asText, parseObject } from '../../core/base/result';
import type { ClaudeHome } from '../claude/claudeHome';
import { readRegularFile } from '../base/regularFile';
import type { Scope } from '../../core/claude/settings';

/** Of a settings file; Claude Code's state file is smaller. */
const LIMIT_BYTES = 16 * 1024 * 1024;

/** A JSON file's top object. Missing, unreadable, huge or broken files are nothing: Claude Code ignores them too. */
export async function readJsonObject(file: string): Promise<Readonly<Record<string, unknown>> | undefined> {
	try {
		const read = await readRegularFile(file, LIMIT_BYTES);
		return read === undefined || read.sizeBytes > LIMIT_BYTES ? undefined : parseObject(read.bytes.toString());
	} catch {
		return undefined;
	}
}

/** Whose settings a file has. */
interface SettingsOf {
	readonly scope: Scope | 'managed';
	readonly file: string;
}

/** One of the settings that Claude Code merges. */
interface Settings extends SettingsOf {
	readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Settings in Claude Code's order of precedence, those that decide first, for a folder that it runs in. Project files
 * count only where the person trusted the folder in Claude Code itself. What cannot be read is left out.
 * @param others the person's own settings for the folder that are elsewhere (`ownElsewhere`).
 */
export async function* settingsInOrder(
	claude: ClaudeHome,
	folder: string,
	others: readonly SettingsOf[] = [],
): AsyncGenerator<Settings> {
	const ofProject = (name: string): string => path.join(folder, '.claude', name);
	const places: readonly SettingsOf[] = [
		...claude.managedSettings.map((file) => ({ scope: 'managed' as const, file })),
		...((await isTrustedByClaude(claude, folder))
			? [
					{ scope: 'local' as const, file: ofProject('settings.local.json') },
					...others,
					{ scope: 'project' as const, file: ofProject('settings.json') },
				]
			: []),
		{ scope: 'user', file: path.join(claude.configDir, 'settings.json') },
	];
	for (const place of places) {
		const value = await readJsonObject(place.file);
		if (value !== undefined) yield { ...place, value };
	}
}

/**
 * What turns Claude Code's own memory off in a folder that it runs in: what is accepted there, it does not load.
 * @param others as above.
 * @returns in words, and the file, where one does; nothing where it is on.
 */
export async function memoryTurnedOff(
	claude: ClaudeHome,
	folder: string,
	others?: readonly SettingsOf[],
): Promise<{ readonly by: string; readonly file: string | undefined } | undefined> {
	if (claude.env['CLAUDE_CODE_DISABLE_AUTO_MEMORY'] === '1')
		return { by: 'CLAUDE_CODE_DISABLE_AUTO_MEMORY=1', file: undefined };
	for await (const { file, value } of settingsInOrder(claude, folder, others)) {
		const isOn = value['autoMemoryEnabled'];
		if (isOn === false) return { by: `"autoMemoryEnabled": false in ${file}`, file };
		if (isOn === true) return undefined;
	}
	return undefined;
}

/**
 * Whether the person told Claude Code itself that a folder is trusted; a trusted folder covers what is below it.
 * The editor's own trust and anything inside the repository do not count.
 */
export async function isTrustedByClaude(claude: ClaudeHome, folder: string): Promise<boolean> {
	const projects = asRecord((await readJsonObject(claude.stateFile))?.['projects']);
	if (projects === undefined) return false;
	for (let current = folder; ; current = path.dirname(current)) {
		const state = asRecord(projects[current]) ?? asRecord(projects[current.replaceAll('\\', '/')]);
		if (state?.['hasTrustDialogAccepted'] === true) return true;
		if (path.dirname(current) === current) return false;
	}
}

/** The folder that `autoMemoryDirectory` moves memory to. Relative paths are ignored, as Claude Code ignores them. */
export function memoryDirectoryOf(settings: Readonly<Record<string, unknown>>): string | undefined {
	return asText(settings['autoMemoryDirectory']);
}
