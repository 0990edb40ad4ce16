// A window says what was refused for as long as it is, and logs it once.
import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { noteRefusal, passOver, takeRefused } from '../base/refused';
import { Refusals } from './refusals';

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code, syscall: 'readdir' });
const WORDS = "EACCES: readdir '/memory'";

beforeEach(() => void takeRefused());

test('what is refused again and again is logged once, shown while it lasts, and gone a minute later', () => {
	const [clock, logger] = [new FakeClock(0), new RecordingLogger()];
	const refusals = new Refusals({ clock, logger });
	let changes = 0;
	refusals.onDidChange(() => changes++);
	for (let times = 0; times < 4; times++) {
		noteRefusal(failure('EACCES'), '/memory');
		clock.advance(30_000);
		expect(refusals.current).toEqual([WORDS]);
	}
	expect(changes).toBe(1);
	expect(logger.lines.filter((line) => line.includes(WORDS))).toHaveLength(1);
	clock.advance(90_000);
	expect([refusals.current, changes]).toEqual([[], 2]);
	refusals.dispose();
	noteRefusal(failure('EIO'), '/memory');
	clock.advance(90_000);
	expect(refusals.current).toEqual([]);
});

test('what somebody knew what to do about, and what only helps, is not shown', () => {
	const clock = new FakeClock(0);
	const refusals = new Refusals({ clock, logger: new RecordingLogger() });
	const handled = failure('EBUSY');
	noteRefusal(handled, '/memory');
	passOver(handled);
	noteRefusal(failure('EACCES'), '/proc/1/stat');
	noteRefusal(failure('EACCES'), '/home/.claude/session-keeper/cache/a.json');
	clock.advance(10_000);
	expect(refusals.current).toEqual([]);
	refusals.dispose();
});
