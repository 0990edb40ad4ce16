// Whether a package is what this commit builds: it is built anew, and compared.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { say } from './terminal.mjs';

/** @param {string} file @param {() => Promise<string>} build builds it anew @returns whether both are the same byte for byte */
export async function isBuiltHere(file, build) {
	const anew = await build();
	const [given, made] = [file, anew].map((each) => createHash('sha256').update(readFileSync(each)).digest('hex'));
	say(`${given}  ${file}\n${made}  built here\n`);
	say(given === made ? 'It is what this commit builds.' : 'It is not what this commit builds with these tools.');
	return given === made;
}
