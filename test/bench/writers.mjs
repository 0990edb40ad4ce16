// Eight sessions that write at once, as Claude Code does: a prompt, a tool, what it printed, a reply. Beside them one comes and
// goes, and so does a parked item. It goes on until its channel closes,
// and leaves nothing.
// usage: fork, and send { sessions, folder, memoryDir, cwd, everyMs }
import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeParkedItem } from '../../scripts/lib/sampleParked.mjs';
import { turnLines } from './corpus/turns.mjs';

/** A short session and a parked item last as many steps. */
const LIFE = 20;

process.once('message', ({ sessions, folder, memoryDir, cwd, everyMs }) => {
	const turns = sessions.map(({ id, file }) => ({
		file,
		lines: turnLines({ sessionId: id, cwd, now: () => Date.now() }),
	}));
	const short = path.join(folder, '5ca1ab1e-0000-4000-8000-000000000000.jsonl');
	let [steps, item] = [0, undefined];
	setInterval(() => {
		for (const { file, lines } of turns) appendFileSync(file, lines.next().value);
		const at = steps++ % (2 * LIFE);
		if (at === 0) {
			const own = turnLines({ sessionId: path.basename(short, '.jsonl'), cwd, now: () => Date.now() });
			appendFileSync(short, own.next().value);
			item = writeParkedItem(memoryDir, { name: 'Comes and goes', text: 'It is parked for a moment.' });
		} else if (at === LIFE) for (const file of [short, item]) rmSync(file, { force: true });
	}, everyMs);
	process.once('disconnect', () => {
		for (const file of [...sessions.map((each) => each.file), short, item]) if (file) rmSync(file, { force: true });
		process.exit();
	});
	process.send('writing');
});
