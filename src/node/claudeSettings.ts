// The few fields of Claude Code's own settings that decide where it keeps memory and for how long.
import path from 'node:path';
import { asRecord, asText } from '../core/result';
import type { ClaudeHome } from './claudeHome';
import { readRegularFile } from './regularFile';

const LIMIT_BYTES = 8 * 1024 * 1024;

/** A JSON file's top object. Missing, unreadable, huge or broken files are nothing: Claude Code ignores them too. */
export async function readJsonObject(file: string): Promise<Readonly<Record<string, unknown>> | undefined> {
	try {
		const read = await readRegularFile(file, LIMIT_BYTES);
		return read === undefined || read.sizeBytes > LIMIT_BYTES ? undefined : asRecord(JSON.parse(read.bytes.toString()));
	} catch {
		return undefined;
	}
}

/** The files that `settingsInOrder` reads, those that decide first. Any of them may be missing. */
export function settingsFiles(claude: ClaudeHome, root: string, isTrusted: boolean): readonly string[] {
	return [
		...claude.managedSettings,
		...(isTrusted ? ['settings.local.json', 'settings.json'].map((name) => path.join(root, '.claude', name)) : []),
		path.join(claude.configDir, 'settings.json'),
	];
}

/** Settings in Claude Code's order of precedence, for a folder that it runs in. Project files count only where trusted. */
export async function* settingsInOrder(
	claude: ClaudeHome,
	root: string,
	isTrusted: boolean,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
	for (const file of settingsFiles(claude, root, isTrusted)) {
		const settings = await readJsonObject(file);
		if (settings !== undefined) yield settings;
	}
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
