// A store of transcripts: the same arguments give the same bytes, names and times. Kept between runs, next to the facts that
// a correct reader must find (`manifest.json`).
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRandom } from './random.mjs';
import { ODDITIES, writeTranscript } from './transcript.mjs';

/** Grows when the generator changes, so that no old store is taken for a new one. */
const VERSION = 2;
const LARGEST = 320e6;

/**
 * @param o sessions, bytes (of all together), seed, folder (for all stores), places (folders that the sessions ran in).
 * @returns {{ root: string, projects: string, manifest: object[] }}
 */
export function ensureCorpus({ sessions, bytes, seed, folder, places }) {
	const root = path.join(folder, `corpus-${VERSION}-${sessions}-${bytes}-${seed}`);
	const manifestFile = path.join(root, 'manifest.json');
	const projects = path.join(root, 'projects');
	if (!existsSync(manifestFile)) {
		rmSync(root, { recursive: true, force: true });
		writeFileSync(
			(mkdirSync(root, { recursive: true }), manifestFile),
			JSON.stringify(generate({ sessions, bytes, seed, projects, places })),
		);
	}
	return { root, projects, manifest: JSON.parse(readFileSync(manifestFile, 'utf8')) };
}

function generate({ sessions, bytes, seed, projects, places: given }) {
	const random = createRandom(seed * 7_919 + 17);
	// A few sessions hold most of the bytes, as they do on people's disks.
	let sizes = Array.from({ length: sessions }, () => Math.exp(1.9 * random.normal()));
	for (let pass = 0; pass < 6; pass++) {
		const scale = bytes / sizes.reduce((a, b) => a + b, 0);
		sizes = sizes.map((size) => Math.min(LARGEST, Math.max(6_000, size * scale)));
	}
	const places =
		given ??
		Array.from(
			{ length: Math.max(1, Math.ceil(sessions / 25)) },
			(_, i) => `/home/dev/src/${random.pick(['api', 'web', 'infra'])}-${i}`,
		);
	return sizes.map((target, i) => {
		const r = createRandom(seed * 1_000_003 + i * 7_907);
		const cwd = r.pick(places);
		const folder = path.join(projects, cwd.replace(/[^a-zA-Z0-9]/g, '-'));
		mkdirSync(folder, { recursive: true });
		const sessionId = r.uuid();
		const startMs = Date.UTC(2026, 0, 1) + Math.floor(((i * 0.618034) % 1) * 180 * 864e5);
		const file = path.join(folder, `${sessionId}.jsonl`);
		const facts = writeTranscript({
			seed: r.int(1, 2 ** 30),
			target,
			file,
			sessionId,
			cwd,
			startMs,
			oddity: bytes > 5e7 ? ODDITIES[i] : undefined,
		});
		return { ...facts, file: path.relative(projects, file) };
	});
}
