import { type HookPayload, PAYLOAD_LIMIT_BYTES, parseHookPayload } from '../../core/hooks/payload';

/**
 * Reads what Claude Code writes to a hook. Nobody promises that the writer closes its end, so a whole payload is taken
 * as soon as it is there, and after the deadline nobody waits any more.
 * @param deadlineMs in milliseconds. @returns nothing where no payload came. Never throws.
 */
export function readHookInput(input: NodeJS.ReadableStream, deadlineMs: number): Promise<HookPayload | undefined> {
	return new Promise((resolve) => {
		const chunks: Buffer[] = [];
		let bytes = 0;
		const parse = (): HookPayload | undefined => parseHookPayload(Buffer.concat(chunks).toString('utf8'));
		const finish = (payload: HookPayload | undefined): void => {
			clearTimeout(timer);
			input.removeAllListeners('data').removeAllListeners('end').removeAllListeners('error');
			input.on('error', () => undefined).pause();
			resolve(payload);
		};
		const timer = setTimeout(() => finish(parse()), deadlineMs);
		input.on('data', (chunk: Buffer | string) => {
			chunks.push(Buffer.from(chunk));
			bytes += chunk.length;
			if (bytes > PAYLOAD_LIMIT_BYTES) finish(undefined);
			// A closing brace may be the last one.
			else if (/\}\s*$/u.test(chunk.toString().slice(-8))) {
				const payload = parse();
				if (payload !== undefined) finish(payload);
			}
		});
		input.on('end', () => finish(parse()));
		input.on('error', () => finish(undefined));
	});
}
