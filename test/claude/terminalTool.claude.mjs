// The terminal tool by its README's lines alone, typed into a shell in their order: an empty home, a PATH with Node, Claude
// Code and what a system has, the packed archive in place of the registry.
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { claudeProgram } from '../../scripts/lib/ensureClaude.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { packageCli } from '../../scripts/packageCli.mjs';
import { openClaude } from './support/claude.mjs';

const README = readFileSync(inRoot('npm/README.md'), 'utf8');

/** What stands in its blocks for a shell, without the comments. */
function lines() {
	const blocks = [...README.matchAll(/^```sh\n(.*?)^```$/gmsu)].map(([, block]) => block);
	return blocks
		.join('')
		.trim()
		.split('\n')
		.map((line) => line.replace(/ +#.*$/u, ''));
}

test('install, status, hooks, a session, resume, uninstall: each line does what it says', async () => {
	const reply = (prompt) => (prompt.length > 200 ? 'Going on with the list.' : `You said: ${prompt}`);
	const claude = await openClaude({ install: null, reply });
	const prefix = path.join(claude.home, '.npm-global');
	const bin = path.join(claude.dir, 'bare path');
	mkdirSync(bin);
	symlinkSync(claudeProgram, path.join(bin, 'claude'));
	for (const name of ['node', 'npm', 'npx'])
		symlinkSync(path.join(path.dirname(process.execPath), name), path.join(bin, name));
	Object.assign(claude.env, {
		PATH: [path.join(prefix, 'bin'), bin, '/usr/bin', '/bin'].join(path.delimiter),
		npm_config_prefix: prefix,
		npm_config_cache: path.join(claude.dir, 'npm cache'),
		npm_config_offline: 'true',
		npm_config_update_notifier: 'false',
	});
	const archive = await packageCli(path.join(claude.dir, 'packed'));
	const before = filesBelow(claude.home);
	const settings = () => claude.read(path.join(claude.config, 'settings.json'));
	const settingsBefore = settings();
	const shell = (line) => claude.shell(line.replace(/(?<=^npm install .*)\bsession-keeper$/u, `'${archive}'`));
	const confirm = async (line) => {
		await claude.shellAsking(line);
		await claude.answer('y');
		return claude.screen();
	};
	const leave = async () => {
		await claude.type('/exit');
		await claude.shellBack();
	};
	/** How each line is played, and what it must lead to. */
	const played = {
		'npm install --global session-keeper': async (line) => expect(await shell(line)).toContain('added 1 package'),
		'session-keeper': async (line) => expect(await shell(line)).toContain('session-keeper hooks install'),
		'session-keeper hooks install': async (line) => expect(await confirm(line)).toContain('Installed: SessionStart'),
		claude: async (line) => {
			await claude.shellStart(line);
			for (const words of ['add a search box to the list', 'it ignores case', 'now a button that clears it'])
				await claude.say(words);
			await leave();
			await claude.until(() => claude.log().some(({ event }) => event === 'verified'), 'a verified backup');
		},
		'session-keeper resume --start': async (line) => {
			await claude.shellStart(line);
			await claude.until(() => claude.screen().includes('Going on with the list.'), 'the answer');
			expect(claude.api.prompts.at(-1)).toContain('add a search box to the list');
			await leave();
		},
		'session-keeper hooks doctor': async (line) => expect(await shell(line)).toContain('All hook checks passed.'),
		'session-keeper hooks uninstall': async (line) => {
			// The terminal breaks long lines.
			const screen = (await confirm(line)).replaceAll('\n', '');
			expect(screen).toContain('Uninstalled');
			const kept = [path.join(claude.repo, '.claude/memory'), path.join(claude.config, 'session-keeper')];
			expect(screen).toContain(`What was kept stays: ${kept.join(' and ')}.`);
		},
		'npm uninstall --global session-keeper': async (line) => expect(await shell(line)).toContain('removed 1 package'),
	};
	try {
		await claude.startBareShell();
		for (const line of lines().filter((each) => !each.startsWith('npx '))) {
			expect(Object.keys(played)).toContain(line);
			await played[line](line);
		}
		expect(settings()).toBe(settingsBefore);
		const left = [...filesBelow(claude.home)].filter((file) => !before.has(file) && !isOthers(file));
		const [named] = README.match(/^What it kept stays .*$/mu) ?? [];
		expect(named).toContain('`.claude/memory`');
		expect(named).toContain('`~/.claude/session-keeper`');
		expect(left.filter((file) => !file.startsWith('.claude/session-keeper/'))).toEqual([]);
		expect(existsSync(path.join(claude.repo, '.claude/memory/raw'))).toBe(true);
	} finally {
		await claude.close();
	}
});

/** What Claude Code and npm keep below a home. */
const OTHERS = [
	/^\.claude\/(?:backups|cache|debug|file-history|history\.jsonl|ide|paste-cache|plans|plugins|projects|session-env)\b/u,
	/^\.claude\/(?:sessions|shell-snapshots|statsig|tasks|telemetry|todos)\b/u,
	/^\.(?:claude\.json|npm|npm-global|cache|config\/mimeapps\.list|local\/state|local\/share\/claude)\b/u,
	/^\.local\/share\/applications\/claude-code/u,
];
const isOthers = (file) => OTHERS.some((each) => each.test(file));

/** Paths from a folder on. */
function filesBelow(folder) {
	const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => !each.isDirectory());
	return new Set(found.map((each) => path.relative(folder, path.join(each.parentPath, each.name))));
}
