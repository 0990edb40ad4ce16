// A session written to a file or a stream, piece by piece: redacted, unless the person said otherwise.
import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { say } from '../../core/base/say';
import type { Redactor } from '../../core/privacy/redaction';
import { type RedactedKind, type RedactionReport, createRedactionReport } from '../../core/privacy/report';
import { type ReadingOptions, readAsMarkdown } from './sessionReading';
import type { ClaudeHome } from '../claude/claudeHome';
import type { ForkMark } from '../sessions/forkMark';
import { isInside } from '../base/insideProject';
import { sweepTemporary, temporaryBeside } from '../base/temporary';

export const EXPORT_FORMATS = ['md', 'html'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What exporting needs to know of a session. */
interface Exportable {
	readonly id: string;
	readonly name: string;
	readonly file: string;
	/** Where it leaves the session that it was made of. */
	readonly fork?: ForkMark | undefined;
}

/** Thrown before anything was written. The message is for people. */
export class ExportTargetError extends Error {}

/**
 * Where an export is written: a link stays, and what it leads to is replaced.
 * @throws ExportTargetError where Claude Code's transcripts are, or our own home, and for a folder
 */
async function placeOf({ projectsDir, keeperHome }: ClaudeHome, target: string): Promise<string> {
	const real = async (file: string): Promise<string> => realpath(file).catch(() => file);
	const there = await realpath(target).catch(() => undefined);
	const place = there ?? path.join(await real(path.dirname(target)), path.basename(target));
	for (const kept of [projectsDir, keeperHome])
		if (isInside(await real(kept), place))
			throw new ExportTargetError(
				say('{0} is kept by Claude Code or by Session Keeper. Choose another place.', target),
			);
	const found = there === undefined ? undefined : await stat(there);
	if (found?.isDirectory() === true) throw new ExportTargetError(say('{0} is a folder. Name a file.', target));
	return place;
}

/** @param redactor none leaves everything in. */
async function* textOf(
	session: Exportable,
	format: ExportFormat,
	redactor: Redactor | undefined,
	report: RedactionReport,
	onProgress?: ReadingOptions['onProgress'],
): AsyncGenerator<string, void> {
	const options = { sessionId: session.id, title: session.name, fork: session.fork, redactor, report, onProgress };
	if (format === 'html') {
		const { readAsHtml } = await import('./sessionHtml');
		return yield* readAsHtml(session.file, options);
	}
	for await (const chunk of readAsMarkdown(session.file, options)) yield chunk.text;
}

/**
 * Writes to a file that is there as a whole or not at all; for its owner's eyes only, as a transcript is.
 * @returns what was redacted. @throws ExportTargetError and the file system's error; a file that was there before is untouched then.
 */
export async function exportToFile(
	claude: ClaudeHome,
	session: Exportable,
	format: ExportFormat,
	redactor: Redactor | undefined,
	target: string,
	onProgress?: ReadingOptions['onProgress'],
): Promise<readonly RedactedKind[]> {
	const report = createRedactionReport();
	const place = await placeOf(claude, target);
	const temporary = temporaryBeside(place);
	await sweepTemporary(path.dirname(place));
	try {
		await pipeline(
			Readable.from(textOf(session, format, redactor, report, onProgress)),
			createWriteStream(temporary, { flags: 'wx', mode: 0o600 }),
		);
		await rename(temporary, place);
		return report.kinds();
	} catch (error) {
		await rm(temporary, { force: true });
		throw error;
	}
}

/** Writes to a stream that stays open, such as standard output. @returns what was redacted. */
export async function exportToStream(
	session: Exportable,
	format: ExportFormat,
	redactor: Redactor | undefined,
	stream: Writable,
): Promise<readonly RedactedKind[]> {
	const report = createRedactionReport();
	for await (const text of textOf(session, format, redactor, report)) {
		if (!stream.write(text)) await new Promise((resolve) => stream.once('drain', resolve));
	}
	return report.kinds();
}
