// One transcript of gigabytes, as quickly as a disk takes it: a realistic one is made once and written again and again, each time
// in another year and with other ids, so that every answer counts.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { writeTranscript } from './transcript.mjs';

const PIECE = 64e6;
const FIRST_YEAR = 1960;

/** @param o file, bytes, sessionId, cwd. @returns {number} how many answers a reader must find */
export function writeBigFile({ file, bytes, sessionId, cwd }) {
	const target = Math.min(PIECE, bytes);
	const startMs = Date.UTC(FIRST_YEAR, 0, 1);
	const { prompts } = writeTranscript({ seed: 9, target, file: `${file}.piece`, sessionId, cwd, startMs });
	const piece = readFileSync(`${file}.piece`);
	rmSync(`${file}.piece`);
	const ids = placesOf(piece, '"id":"msg_01').map((at) => at + 12);
	const years = placesOf(piece, '"timestamp":"19').map((at) => at + 13);
	const opened = openSync(file, 'w');
	const pieces = Math.max(1, Math.round(bytes / piece.length));
	for (let n = 0; n < pieces; n++) {
		for (const at of ids) piece.write(String(n).padStart(4, '0'), at, 'latin1');
		for (const at of years)
			piece.write(String(Number(piece.latin1Slice(at, at + 4)) + (n === 0 ? 0 : 1)), at, 'latin1');
		writeSync(opened, piece);
	}
	closeSync(opened);
	return prompts * pieces;
}

function placesOf(bytes, word) {
	const places = [];
	for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + 1)) places.push(at);
	return places;
}
