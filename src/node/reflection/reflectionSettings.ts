// What a person said about reflection, for all windows and commands: whether at all, with which engine, where not. One
// small file in our home; the editor writes its own settings into it, so that a timer without an editor follows them.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { MINUTE_MS } from '../../core/base/dates';
import { ENGINES, type EngineName, costsMoney } from '../../core/reflection/engine';
import { coversFolder } from '../../core/reflection/folderPattern';
import { DEFAULT_IDLE, type IdleSettings } from '../../core/reflection/policy';
import { replaceFile } from '../base/atomicFile';
import { withFileLock } from '../base/fileLock';
import type { ClaudeHome } from '../claude/claudeHome';
import { readRegularFile } from '../base/regularFile';
import { reflectionHome } from './ledgerFile';

const engine = z.enum(ENGINES);
const positive = z.number().check(z.positive());
const schema = z.looseObject({
	/** ISO 8601; when the person said yes. */
	consent: z.catch(z.optional(z.string()), undefined),
	/** Engines that may cost money, and that the person said yes to. */
	paid: z.catch(z.array(engine), []),
	/** ISO 8601, or `always`. */
	pausedUntil: z.catch(z.optional(z.string()), undefined),
	/** Project roots where nothing is reflected on. */
	foldersOff: z.catch(z.array(z.string()), []),
	/** Patterns of folders that are never read. */
	privateFolders: z.catch(z.array(z.string()), []),
	engine: z.catch(engine, 'builtin'),
	/** Model of the `claude` and `anthropic` engines. */
	model: z.catch(z.string(), ''),
	thresholdMinutes: z.catch(positive, DEFAULT_IDLE.thresholdMs / MINUTE_MS),
	isAdaptive: z.catch(z.boolean(), false),
	waitingMinutes: z.catch(positive, DEFAULT_IDLE.waitingMs / MINUTE_MS),
	dailyCap: z.catch(z.number().check(z.nonnegative()), DEFAULT_IDLE.dailyCap),
	/** US dollars that one run of the `claude` engine may cost. */
	budgetUsd: z.catch(positive, 0.5),
	/** Seconds that an engine may take. */
	timeoutSeconds: z.catch(positive, 180),
	/** Days after which a draft that nobody looked at is ratified; 0 is never. */
	ratifyAfterDays: z.catch(z.number().check(z.nonnegative()), 0),
});

export type ReflectionSettings = z.infer<typeof schema>;

const LIMIT_BYTES = 256 * 1024;

/** The settings; what is missing or makes no sense is as if it was not said. */
export async function readReflectionSettings(claude: ClaudeHome): Promise<ReflectionSettings> {
	const read = await readRegularFile(fileOf(claude), LIMIT_BYTES).catch(() => undefined);
	let value: unknown = {};
	try {
		value = JSON.parse(read?.bytes.toString() ?? '{}');
	} catch {
		// A broken file consents to nothing.
	}
	const parsed = z.safeParse(schema, value);
	return parsed.success ? parsed.data : z.parse(schema, {});
}

/** Changes what is said, and keeps the rest. Two windows cannot lose each other's change. */
export async function changeReflectionSettings(
	claude: ClaudeHome,
	change: (now: ReflectionSettings) => Partial<ReflectionSettings>,
): Promise<ReflectionSettings> {
	await mkdir(reflectionHome(claude), { recursive: true, mode: 0o700 });
	const done = await withFileLock(`${fileOf(claude)}.lock`, 5_000, async () => {
		const now = await readReflectionSettings(claude);
		const next = { ...now, ...change(now) };
		if (JSON.stringify(next) !== JSON.stringify(now))
			await replaceFile(fileOf(claude), `${JSON.stringify({ schemaVersion: 1, ...next }, null, '\t')}\n`, 0o600);
		return next;
	});
	if (done === undefined) throw new Error('The settings of reflection are being changed by somebody else.');
	return done.value;
}

/** Whether an engine may be used: consent once, and once more for what can cost money. */
export function mayUse(settings: ReflectionSettings, name: EngineName): boolean {
	return settings.consent !== undefined && (!costsMoney(name) || settings.paid.includes(name));
}

/** Whether one of a session's folders is one that is never read. */
export function isPrivatePlace(
	{ privateFolders }: Pick<ReflectionSettings, 'privateFolders'>,
	folders: readonly (string | undefined)[],
	{ userHome }: ClaudeHome,
): boolean {
	return folders.some(
		(folder) => folder !== undefined && privateFolders.some((pattern) => coversFolder(pattern, folder, userHome)),
	);
}

export function idleSettings(settings: ReflectionSettings): IdleSettings {
	return {
		thresholdMs: settings.thresholdMinutes * MINUTE_MS,
		isAdaptive: settings.isAdaptive,
		waitingMs: settings.waitingMinutes * MINUTE_MS,
		dailyCap: settings.dailyCap,
	};
}

/** Until when reflection is paused, in milliseconds since 1970. */
export function pausedUntilMs({ pausedUntil }: ReflectionSettings): number | undefined {
	if (pausedUntil === undefined) return undefined;
	if (pausedUntil === 'always') return Number.POSITIVE_INFINITY;
	const ms = Date.parse(pausedUntil);
	return Number.isNaN(ms) ? undefined : ms;
}

function fileOf(claude: ClaudeHome): string {
	return path.join(reflectionHome(claude), 'settings.json');
}
