// When a window reads its sessions for questions that nobody has asked yet.
import { expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { play, workspace } from '../testing/vscode';
import { registerReadAhead } from './readAhead';

/** A window with one project, and what its thread was asked. */
function newWindow(answer: () => Promise<unknown> = () => Promise.resolve()) {
	play(workspace, { isTrusted: true });
	const [clock, logger] = [new FakeClock(0), new RecordingLogger()];
	const services = { claude: {}, clock, logger, sessions: { hasReadAll: true }, workspace: { projects: ['todo'] } };
	const [asked, ended]: [object[], number[]] = [[], []];
	const ahead = registerReadAhead(services as never, () =>
		Promise.resolve({
			ask: ((question: object) => (asked.push(question), answer())) as never,
			dispose: () => void ended.push(clock.now()),
		}),
	);
	const wait = async (seconds: number): Promise<void> => {
		clock.advance(seconds * 1_000);
		await new Promise((resolve) => setTimeout(resolve));
	};
	return { ahead, services, logger, asked, ended, wait };
}

test('a window that has read its sessions for the list has them read for questions, once', async () => {
	const { services, asked, ended, wait } = newWindow();
	services.sessions.hasReadAll = false;
	await wait(60);
	expect(asked).toEqual([]);
	services.sessions.hasReadAll = true;
	await wait(10);
	expect(asked).toMatchObject([{ project: 'todo', questions: [] }]);
	expect(ended).toHaveLength(1);
	await wait(600);
	expect(asked).toHaveLength(1);
});

test('in Restricted Mode it waits until the folder is trusted, and elsewhere for a project', async () => {
	const { services, asked, wait } = newWindow();
	play(workspace, { isTrusted: false });
	await wait(60);
	play(workspace, { isTrusted: true });
	services.workspace.projects = [];
	await wait(60);
	expect(asked).toEqual([]);
	services.workspace.projects = ['api', 'web'];
	await wait(10);
	expect(asked).toMatchObject([{ project: 'api' }, { project: 'web' }]);
});

test('each project is read, though one before it failed, and only then the thread ends', async () => {
	let end = (): void => undefined;
	const answers = [() => Promise.reject(new Error('broken')), () => new Promise<void>((done) => (end = done))];
	const { services, logger, asked, ended, wait } = newWindow(() => (answers.shift() ?? expect.fail())());
	services.workspace.projects = ['api', 'web'];
	await wait(10);
	expect(asked).toMatchObject([{ project: 'api' }, { project: 'web' }]);
	expect([logger.count('broken'), ended]).toEqual([1, []]);
	end();
	await wait(0);
	expect(ended).toHaveLength(1);
});

test('what keeps it from reading is logged, unless the window closes', async () => {
	const failing = newWindow(() => Promise.reject(new Error('no space')));
	await failing.wait(10);
	expect(failing.logger.count('no space')).toBe(1);
	expect(failing.ended).toHaveLength(1);
	let fail = (_: Error): void => undefined;
	const closing = newWindow(() => new Promise((_, reject) => (fail = reject)));
	closing.services.workspace.projects = ['api', 'web'];
	await closing.wait(10);
	closing.ahead.dispose();
	fail(new Error('closed'));
	await closing.wait(10);
	expect([closing.logger.lines, closing.asked.length]).toEqual([[], 1]);
});
