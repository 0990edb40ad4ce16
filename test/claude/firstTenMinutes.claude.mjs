// A newcomer's first ten minutes in a terminal, under the real Claude Code: install, talk, exit, start again, resume. Nothing
// that is said on the way may lead nowhere. The screens stand in docs/FIRST-TEN-MINUTES.md; `SCREENS=write` writes them anew.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openClaude } from './support/claude.mjs';

const DOCUMENT = 'docs/FIRST-TEN-MINUTES.md';
const HEAD = [
	'# The first ten minutes',
	'',
	'Install, talk, exit, start again, resume: what a terminal shows, with Claude Code in it. A test plays it with the real',
	'Claude Code and a stand-in for its model, and holds these screens to what matters in them.',
];
const DEAD_END =
	/Unknown (?:slash )?command|Do you want to proceed|requires approval|not installed|command not found/iu;

/** What a model would say of it. */
const reply = (prompt) =>
	prompt.startsWith('Session Keeper was asked to resume')
		? 'It was about a search box for the list. Fuzzy search was put off. How do you go on?'
		: `You said: ${prompt.slice(0, 200)}`;

test('each step leads to the next one', async () => {
	const claude = await openClaude({ install: null, reply });
	const screens = [];
	/** Keeps a screen, and holds it to what must be on it. */
	const show = (title, said, ...musts) => {
		// What is too long for a line is one line all the same.
		const screen = neutral(claude, claude.tmux('capture-pane', '-p', '-J'));
		expect(screen, title).not.toMatch(DEAD_END);
		for (const must of musts) expect(screen, title).toMatch(must);
		screens.push({ title, said, screen, musts });
	};
	try {
		await claude.startShell();
		await claude.shellAsking('session-keeper hooks install');
		await claude.answer('y');
		show(
			'Install',
			'In the folder of a project. The whole change is shown, then what it comes to, then the question.',
			/^What is installed for you, in this project \(scope local\):\n(?:.*\n){4,20}Install the hooks\? \[y\/N\] y$/mu,
			/^Installed: SessionStart, SessionEnd, PreCompact and Stop in /mu,
			/^Start a new Claude Code session/mu,
		);
		await claude.shell('git status --short');
		show(
			'Git shows nothing of it',
			'Nothing went into the project that would be committed.',
			/git status --short\n\$$/mu,
		);

		await claude.shellStart('claude');
		for (const words of ['add a search box to the list', 'it ignores case', "let's come back to fuzzy search later"])
			await claude.say(words);
		show('Talk', 'A session like any other. Nothing is asked, nothing is announced.', /^❯ it ignores case$/mu);
		await claude.type('/exit');
		await claude.shellBack();
		show('Exit', 'Claude Code says how to resume; the session is backed up without a word.', /^claude --resume /mu);
		const session = path.basename(claude.transcripts()[0], '.jsonl');
		await claude.until(() => claude.log().some(({ event }) => event === 'verified'), 'a verified backup');

		await claude.shell('session-keeper sessions list');
		show('Look', 'What there is, in a shell.', /^\w{8} +ended .*add a search box to the list/mu);
		await claude.shellStart('claude');
		await claude.until(() => claude.screen().includes('Session Keeper:'), 'what the person is told');
		show(
			'Start again',
			'One line says what was left, and what to type.',
			/Session Keeper: “add a search box to the list” .* was backed up\./su,
			/Continue it with \/resume-latest/u,
		);
		await claude.type('/resume-latest');
		await claude.until(() => claude.screen().includes('How do you go on?'), 'the answer');
		const told = claude.api.prompts.at(-1);
		expect(told).toContain('## Resumed: add a search box to the list');
		expect(told).toMatch(/Put off: .*fuzzy search/u);
		show('Resume', 'Claude is given the record of the session, and goes on from it.', /^❯ \/resume-latest$/mu);
		await claude.type('/exit');
		await claude.shellBack();

		await claude.shellStart(`claude --resume ${session}`);
		await claude.say('and a button that clears it');
		expect(JSON.stringify(claude.api.requests.at(-1).messages)).toContain('it ignores case');
		show('The session itself', 'The old way works as before.', /^❯ and a button that clears it$/mu);
		await claude.type('/exit');
		await claude.shellBack();
		await claude.shell('session-keeper hooks doctor');
		show('Does it work?', 'The doctor proves each hook by what really fired.', /^All hook checks passed\.$/mu);
		if (process.env.SCREENS === 'write') writeFileSync(DOCUMENT, render(screens));
	} finally {
		await claude.close();
	}

	const written = readFileSync(DOCUMENT, 'utf8');
	for (const { title, musts } of screens) {
		const part = written.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
		for (const must of musts) expect(part, `${title}, as ${DOCUMENT} has it`).toMatch(must);
	}
});

/** Of Claude Code's own: its banner, its hints, its status line, the frame of its composer. */
const NOT_OURS =
	/^.*(?:Auto mode|code\.claude\.com|actions and prompt|[▟▛█▝]|\/effort|mode on|for agents|tmux focus|─{20}).*$|^[✻✽✶✳✢·] .*$|^❯\s*$/gmu;

/** A screen without what is of this machine or this moment. */
function neutral({ home, repo }, screen) {
	// What scrolled by before the summary says nothing here.
	const [, end = screen] = screen.split(/^(?=What is installed )/mu);
	return (
		end
			.replaceAll(home, '~')
			.replaceAll(repo, '~/app')
			.replace(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gu, 'b1946ac9-2b5f-4c0c-9c3a-6f5d0d1c7e11')
			.replace(/^[\da-f]{8}(?= {2})/gmu, 'b1946ac9')
			// What only a slow machine shows.
			.replace(/^[\w ]+: working…\n/gmu, '')
			.replace(NOT_OURS, '')
			.replace(/ +$/gmu, '')
			.replace(/\n{3,}/gu, '\n\n')
			.trim()
	);
}

function render(screens) {
	return [
		...HEAD,
		...screens.flatMap(({ title, said, screen }) => ['', `## ${title}`, '', said, '', '```text', screen, '```']),
		'',
	].join('\n');
}
