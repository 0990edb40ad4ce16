// Compressed copies, `<name>.br`. Brotli at its lowest level takes well under half of the time of gzip at its lowest for
// about the same size; that it carries no checksum does not matter here, because every copy has its own hash in a log.
import { createHash } from 'node:crypto';
import { type WriteStream, createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import { renameFile, syncFile, syncFolder } from '../base/atomicFile';
import { temporaryBeside } from '../base/temporary';
import type { Digest } from './copyTranscript';
import { COMPRESSED, plainName } from './place';

/** Lends a file with the content of a stored copy, for as long as `use` takes. @throws what reading throws, what `use` throws. */
export async function withPlain<T>(stored: string, use: (file: string) => Promise<T>): Promise<T> {
	if (!stored.endsWith(COMPRESSED)) return use(stored);
	const folder = await mkdtemp(path.join(tmpdir(), 'session-keeper-'));
	try {
		const plain = path.join(folder, path.basename(plainName(stored)));
		await expand(stored, plain);
		return await use(plain);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** The content of a stored copy; nothing is written for it. @throws where it cannot be read or decompressed. */
export async function storedText(stored: string): Promise<string> {
	const bytes = await readFile(stored);
	return String(stored.endsWith(COMPRESSED) ? await promisify(brotliDecompress)(bytes) : bytes);
}

/**
 * Size and hash of the content of a stored copy. @throws where it cannot be read or decompressed.
 * @param look is shown the content, piece by piece.
 */
export async function storedDigest(
	stored: string,
	isCompressed = stored.endsWith(COMPRESSED),
	look: (chunk: Buffer) => void = () => undefined,
): Promise<Digest> {
	const meter = new Meter();
	const eye = new Writable({
		write(chunk: Buffer, _encoding, done) {
			look(chunk);
			done();
		},
	});
	await pipeline(readStored(stored, isCompressed), meter, eye);
	return meter.digest();
}

/**
 * Writes the content of a file compressed to `<target>.br`: whole, read again and compared, or not at all.
 * @param fits asked with the bytes that it takes, which nobody knows before.
 * @returns size and hash of the content; nothing where what was written is something else, or does not fit.
 * @throws the file system's error.
 */
export async function writeCompressed(
	source: string,
	target: string,
	fits: (bytes: number) => boolean = () => true,
): Promise<Digest | undefined> {
	const temporary = temporaryBeside(target);
	try {
		const meter = new Meter();
		const compress = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
		await pipeline(createReadStream(source), meter, compress, newFile(temporary));
		await syncFile(temporary);
		const [wanted, written] = [meter.digest(), await storedDigest(temporary, true)];
		if (written.sha256 !== wanted.sha256 || !fits((await stat(temporary)).size)) return undefined;
		await renameFile(temporary, `${target}${COMPRESSED}`);
		await syncFolder(path.dirname(target));
		return wanted;
	} finally {
		await unlink(temporary).catch(() => undefined);
	}
}

/** Compresses a file in its place; the plain one goes when the other is whole. @returns whether it did. */
export async function compressInPlace(file: string): Promise<boolean> {
	if ((await writeCompressed(file, file)) === undefined) return false;
	await unlink(file);
	return true;
}

/** The beginning of the content of a compressed copy. @throws where it cannot be read or decompressed. */
export async function readCompressedHead(stored: string, bytes: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of readStored(stored, true) as AsyncIterable<Buffer>) {
		chunks.push(chunk);
		size += chunk.length;
		if (size >= bytes) break;
	}
	return Buffer.concat(chunks);
}

/**
 * Writes the content of a stored copy to a new file (which must not exist), durable.
 * @param onBytes told how many have been written. @returns size and hash of it.
 */
export async function expand(stored: string, target: string, onBytes?: (done: number) => void): Promise<Digest> {
	const meter = new Meter(onBytes);
	await pipeline(readStored(stored, stored.endsWith(COMPRESSED)), meter, newFile(target));
	await syncFile(target);
	return meter.digest();
}

/** Lets bytes through, and knows their size and hash in the end. */
class Meter extends Transform {
	private readonly hash = createHash('sha256');
	private size = 0;

	constructor(private readonly onBytes: (done: number) => void = () => undefined) {
		super();
	}

	override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
		this.hash.update(chunk);
		this.size += chunk.length;
		this.onBytes(this.size);
		done(null, chunk);
	}

	digest(): Digest {
		return { size: this.size, sha256: this.hash.digest('hex') };
	}
}

function readStored(stored: string, isCompressed: boolean): Readable {
	const bytes = createReadStream(stored);
	if (!isCompressed) return bytes;
	const plain = createBrotliDecompress();
	bytes.on('error', (error) => plain.destroy(error));
	plain.on('close', () => bytes.destroy());
	return bytes.pipe(plain);
}

function newFile(file: string): WriteStream {
	return createWriteStream(file, { flags: 'wx', mode: 0o600 });
}
