// A folder that is put back as it was, many times: only what has changed is copied.
import { chmodSync, cpSync, lstatSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const COPY = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true };

export class KeptFolder {
	/** What was put back last, and how each of its files stood then: name in the folder, sign. */
	from = undefined;
	signs = new Map();

	constructor(folder) {
		this.folder = folder;
	}

	/** Keeps what is there now. */
	copyTo(kept) {
		rmSync(kept, { recursive: true, force: true });
		cpSync(this.folder, kept, COPY);
		if (this.from === kept) this.from = undefined;
	}

	/** @param kept where it was copied to. What a program left to a process of its own may still write: that is waited for. */
	async putBack(kept) {
		for (let left = 200; ; left--)
			try {
				return this.#putBack(kept);
			} catch (error) {
				if (left === 0) throw error;
				await setTimeout(50);
			}
	}

	#putBack(kept) {
		const isSame = this.from === kept;
		const wanted = new Set(namesIn(kept));
		const there = new Set(namesIn(this.folder));
		for (const name of there)
			if (!wanted.has(name)) rmSync(path.join(this.folder, name), { recursive: true, force: true });
		const signs = new Map();
		for (const name of wanted) {
			const [from, to] = [path.join(kept, name), path.join(this.folder, name)];
			const found = lstatSync(from);
			if (found.isDirectory()) {
				if (there.has(name) && !lstatSync(to).isDirectory()) rmSync(to);
				cpSync(from, to, { ...COPY, filter: (each) => each === from });
				continue;
			}
			if (!isSame || !there.has(name) || this.signs.get(name) !== signOf(to)) {
				rmSync(to, { recursive: true, force: true });
				cpSync(from, to, COPY);
			}
			signs.set(name, signOf(to));
		}
		for (const name of [...wanted].reverse()) {
			const found = lstatSync(path.join(kept, name));
			if (!found.isDirectory()) continue;
			chmodSync(path.join(this.folder, name), found.mode);
			utimesSync(path.join(this.folder, name), found.atimeMs / 1000, found.mtimeMs / 1000);
		}
		this.from = kept;
		this.signs = signs;
	}
}

/** What is below, folders before what is in them. */
function namesIn(folder, above = '') {
	return readdirSync(path.join(folder, above), { withFileTypes: true }).flatMap((entry) => {
		const name = path.join(above, entry.name);
		return entry.isDirectory() ? [name, ...namesIn(folder, name)] : [name];
	});
}

function signOf(file) {
	const { ino, ctimeNs, mode } = lstatSync(file, { bigint: true });
	return `${ino} ${ctimeNs} ${mode}`;
}
