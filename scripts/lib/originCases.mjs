// Projects with a history whose every line has a known writer: sessions, a person and programs write in turn, and formatters,
// moves, renames, rebases and squashes come over it, all in real git. What is known is kept by word, because a formatter breaks
// lines elsewhere and leaves the words.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { structuredPatch } from 'diff';
import prettier from 'prettier';
import { otherForms } from './originForms.mjs';
import { seeded } from './seeded.mjs';

/** What comes over the lines of a case, each kind in turn. */
export const KINDS = [
	'as written',
	'formatted',
	'moved in its file',
	'moved to another file',
	'renamed',
	'rebased',
	'squashed',
	'changed by hand',
	'beside other programs',
	'all of it',
];

/** The same in other forms of text, and by other ways of git. */
export const OTHER_KINDS = [
	'formatted',
	'rebased',
	'fixed up',
	'squashed',
	'picked',
	'split',
	'changed by hand',
	'all of it',
];

const START_MS = Date.UTC(2026, 9, 1, 9);
const WORD = /[\p{L}\p{N}_$]+/gu;
/** The person's, or a program's. */
const OTHERS = 'others';
/** Beside a word that was changed by hand: whose it is depends on where the line is broken. */
const UNSURE = 'unsure';

/** What is drawn for a project. */
function chanceOf(seed) {
	const next = seeded(seed);
	const int = (low, high) => low + Math.floor(next() * (high - low + 1));
	return { int, chance: (share) => next() < share, pick: (items) => items[int(0, items.length - 1)] };
}

/** Text of a language that is never the same twice, but for lines that stand everywhere. */
function writer(random) {
	const nouns =
		'order price basket invoice user token cache queue report filter cursor buffer limit window session header column record draft folder'.split(
			' ',
		);
	const verbs = 'load parse count merge check build send store round fetch split close trace apply rank'.split(' ');
	const name = () => {
		const noun = random.pick(nouns);
		return `${random.pick(verbs)}${noun[0].toUpperCase()}${noun.slice(1)}`;
	};
	const noun = () => random.pick(nouns);
	const number = () => random.int(2, 990);
	const common = () =>
		random.pick([
			['\tconst result = [];'],
			['\tif (!options) return null;'],
			['\tfor (const item of items) {', `\t\tif (item.done) continue;`, '\t\tresult.push(item);', '\t}'],
			['\ttry {', `\t\tawait ${name()}(options);`, '\t} catch (error) {', '\t\treturn undefined;', '\t}'],
			[],
		]);
	const statement = () =>
		random.pick([
			() => `\tconst ${noun()}Of${number()} = ${name()}(${noun()}, '${noun()} ${noun()}', ${number()});`,
			() => `\tconst { ${noun()}, ${name()} } = await ${name()}(${noun()}.${noun()}, { ${noun()}: ${number()} });`,
			() => `\tif (${noun()}.${noun()} > ${number()}) return ${name()}(${noun()});`,
			() => `\t${noun()}.${name()}((${noun()}) => ${noun()}.${noun()} + ${number()}, "${noun()} and ${noun()}");`,
			() => `\t// ${noun()} before ${noun()}, or the ${noun()} is ${name()} at ${number()}`,
			() => `\tconst ${name()} = [${noun()}, ${noun()}, '${noun()}'].map((each) => each.${noun()}).filter(Boolean);`,
			() => `\treturn ${noun()} === ${number()} ? ${name()}(${noun()}) : ${noun()};`,
		])();
	const times = (from, to, make) => Array.from({ length: random.int(from, to) }, make);
	const js = {
		line: statement,
		/** A function, or another piece that can be moved. */
		block: () => [
			`export async function ${name()}${noun()}${number()}(${noun()}, items, options) {`,
			...common(),
			...times(2, 6, statement),
			'\treturn result;',
			'}',
			'',
		],
		head: () => [
			`import path from 'node:path';`,
			...times(1, 2, () => `import { ${name()}, ${noun()}${number()} } from './${noun()}.js';`),
			'',
		],
	};
	const css = {
		line: () => `\tmargin-${noun()}: ${number()}px ${number()}px;`,
		block: () => [
			`.${noun()}-${noun()}-${number()} > .${noun()}, .${noun()}-${number()} {`,
			...times(2, 5, () => `\t--${noun()}-${noun()}-${number()}: var(--${noun()}, ${number()}px);`),
			'\tdisplay: flex;',
			'}',
			'',
		],
		head: () => [`@import url('${noun()}-${number()}.css');`, ''],
	};
	const md = {
		line: () => `* The ${noun()} is ${name()} after ${number()} of the ${noun()}s and the ${noun()} stays.`,
		block: () => [
			`## The ${noun()} and its ${noun()} ${number()}`,
			'',
			...times(2, 5, () => `* ${name()} gives the ${noun()} of *${noun()}*, at most ${number()} for a ${noun()}`),
			'',
		],
		head: () => [`# ${name()} ${number()}`, ''],
	};
	return { js, ts: js, css, md };
}

/** A project of one case: what stands in its files, and who wrote each word. */
class Project {
	files = new Map();
	/** What sessions say, by session. */
	transcripts = new Map();
	clock = START_MS;
	made = 0;

	/** @param writerOf makes the text of a project */
	constructor(root, folder, seed, writerOf = writer) {
		this.root = root;
		this.home = path.join(folder, 'home');
		this.random = chanceOf(seed);
		this.seed = seed;
		this.write = writerOf(this.random);
		mkdirSync(root, { recursive: true });
		this.git('init', '-q', '-b', 'main');
	}

	git(...words) {
		const date = new Date(this.clock).toISOString();
		return execFileSync('git', ['-c', 'core.hooksPath=/dev/null', '-c', 'core.autocrlf=false', ...words], {
			cwd: this.root,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'pipe'],
			env: {
				PATH: process.env.PATH,
				HOME: this.home,
				GIT_CONFIG_GLOBAL: '/dev/null',
				GIT_CONFIG_NOSYSTEM: '1',
				GIT_AUTHOR_NAME: 'Dev',
				GIT_AUTHOR_EMAIL: 'dev@example.com',
				GIT_COMMITTER_NAME: 'Dev',
				GIT_COMMITTER_EMAIL: 'dev@example.com',
				GIT_AUTHOR_DATE: date,
				GIT_COMMITTER_DATE: date,
				GIT_EDITOR: 'true',
				GIT_SEQUENCE_EDITOR: 'true',
			},
		});
	}

	commit(message) {
		this.later();
		this.git('add', '-A');
		this.git('commit', '-q', '--allow-empty', '-m', message);
	}

	later(minutes = this.random.int(1, 90)) {
		this.clock += minutes * 60_000;
	}

	place = (name) => path.join(this.root, name);
	textOf = (name) => this.files.get(name).text;
	linesOf = (name) => this.textOf(name).split('\n');
	kindOf = (name) => this.write[path.extname(name).slice(1)];

	/** Sets a text, whose words are written by: @param {string[]} owners */
	set(name, text, owners) {
		const words = text.match(WORD) ?? [];
		if (words.length !== owners.length) throw new Error(`${name}: ${owners.length} of ${words.length} words are known`);
		this.files.set(name, { text, owners });
		mkdirSync(path.dirname(this.place(name)), { recursive: true });
		writeFileSync(this.place(name), text);
	}

	/** Puts lines in place of others. @param {(word: string) => string} ownerOf of each new word */
	splice(name, at, count, lines, ownerOf) {
		const old = this.files.has(name) ? this.linesOf(name) : [''];
		const owners = this.files.get(name)?.owners ?? [];
		const wordsIn = (texts) => texts.join('\n').match(WORD)?.length ?? 0;
		const before = wordsIn(old.slice(0, at));
		const gone = wordsIn(old.slice(at, at + count));
		const come = (lines.join('\n').match(WORD) ?? []).map(ownerOf);
		old.splice(at, count, ...lines);
		this.set(name, old.join('\n'), [...owners.slice(0, before), ...come, ...owners.slice(before + gone)]);
	}

	/** Blocks as they stand: [first line, number of lines]. Each ends with an empty line. */
	blocksOf(name) {
		const lines = this.linesOf(name);
		const { begins = /^(?:export async function|\.[a-z]|## )/ } = this.kindOf(name);
		const starts = lines.flatMap((line, at) => (begins.test(line) ? [at] : []));
		return starts.map((start, k) => [start, (starts[k + 1] ?? lines.length - (lines.at(-1) === '' ? 1 : 0)) - start]);
	}

	/** What a session does: one call, with its answer. @param {() => void} act changes one file */
	claude(session, name, act) {
		this.later(this.random.int(1, 5));
		const before = this.files.get(name)?.text;
		const uuid = `m-${this.seed}-${++this.made}`;
		act(`${session}/${uuid}`);
		const after = this.textOf(name);
		const toolUseId = `toolu_${this.seed}_${this.made}`;
		const filePath = this.place(name);
		const { hunks } = structuredPatch('', '', before ?? '', after, '', '', { context: 3 });
		const tool = before === undefined || this.random.chance(0.15) ? 'Write' : 'Edit';
		const isWrite = tool === 'Write';
		const [old, now] = edited(before ?? '', after);
		const input = isWrite
			? { file_path: filePath, content: after }
			: { file_path: filePath, old_string: old, new_string: now, replace_all: false };
		const result = {
			...(isWrite
				? { type: before === undefined ? 'create' : 'update', content: after }
				: { oldString: old, newString: now, replaceAll: false }),
			filePath,
			originalFile: before ?? null,
			structuredPatch: before === undefined ? [] : hunks,
			userModified: false,
		};
		const isSubagent = session.startsWith('agent-');
		const lines = this.transcripts.get(session) ?? [];
		this.transcripts.set(session, lines);
		const line = (type, own) => ({
			parentUuid: null,
			isSidechain: isSubagent,
			type,
			timestamp: new Date(this.clock).toISOString(),
			cwd: this.root,
			sessionId: session,
			version: '2.1.329',
			gitBranch: 'main',
			entrypoint: 'cli',
			...own,
		});
		const use = { type: 'tool_use', id: toolUseId, name: tool, input };
		const message = { id: `msg_${uuid}`, type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [use] };
		const content = [{ type: 'tool_result', tool_use_id: toolUseId, content: 'The file has been updated.' }];
		lines.push(
			line('assistant', {
				uuid,
				message: { ...message, stop_reason: 'tool_use', usage: { input_tokens: 1, output_tokens: 1 } },
			}),
			line('user', { uuid: `r-${uuid}`, message: { role: 'user', content }, toolUseResult: result }),
		);
	}

	insertBlock(name, owner) {
		const blocks = this.blocksOf(name);
		const [at] = this.random.pick([...blocks, [this.linesOf(name).length - 1, 0]]);
		this.splice(name, at, 0, this.kindOf(name).block(), () => owner);
	}

	/** A line of a block of somebody, or undefined. */
	lineOf(name, isWanted = () => true) {
		const lines = this.linesOf(name);
		const all = ownersOfLines(this.files.get(name));
		const places = lines.flatMap((line, at) =>
			/^\s+\S.{14}|^[*-] /.test(line) && /[;,.\w]$/.test(line) && !/[([{]$/.test(line) && isWanted(all[at]) ? [at] : [],
		);
		return places.length === 0 ? undefined : this.random.pick(places);
	}

	insertLine(name, owner) {
		const at = this.lineOf(name);
		if (at === undefined || path.extname(name) !== '.md') {
			// Between statements: before one that begins a line of a block and is no part of another.
			const [start, count] = this.random.pick(this.blocksOf(name));
			if (count > 2) this.splice(name, start + 1, 0, [this.kindOf(name).line()], () => owner);
		} else this.splice(name, at, 0, [this.kindOf(name).line()], () => owner);
	}

	/** Changes one word of a line. A session's line is then its own; a person's change leaves the rest in doubt. */
	changeWord(name, owner, isWanted) {
		const at = this.lineOf(name, isWanted);
		if (at === undefined) return;
		const line = this.linesOf(name)[at];
		const words = [...line.matchAll(WORD)].filter(([word]) => /^[a-z]{4,}$/.test(word) && !RESERVED.has(word));
		if (words.length === 0) return;
		const word = this.random.pick(words);
		const next = `${word[0]}Changed`;
		let n = -1;
		const changed = [...line.matchAll(WORD)].findIndex(({ index }) => index === word.index);
		this.splice(name, at, 1, [line.slice(0, word.index) + next + line.slice(word.index + word[0].length)], () =>
			++n === changed || owner !== OTHERS ? owner : UNSURE,
		);
	}

	moveBlock(from, to) {
		const blocks = this.blocksOf(from);
		if (blocks.length < 2) return;
		const [at, count] = this.random.pick(blocks);
		const lines = this.linesOf(from).slice(at, at + count);
		const before = this.linesOf(from).slice(0, at).join('\n').match(WORD)?.length ?? 0;
		const owners = this.files.get(from).owners.slice(before);
		this.splice(from, at, count, [], () => OTHERS);
		const places = [...this.blocksOf(to).map(([start]) => start), Math.max(0, this.linesOf(to).length - 1)];
		let n = 0;
		this.splice(to, this.random.pick(places), 0, lines, () => owners[n++]);
	}

	rename(from, to) {
		mkdirSync(path.dirname(this.place(to)), { recursive: true });
		this.git('add', '-A');
		this.git('mv', from, to);
		this.files.set(to, this.files.get(from));
		this.files.delete(from);
	}

	async format(name) {
		const { random } = this;
		const options = {
			filepath: name,
			printWidth: random.pick([50, 60, 80, 100, 120]),
			useTabs: random.chance(0.5),
			tabWidth: random.pick([2, 4]),
			semi: random.chance(0.7),
			singleQuote: random.chance(0.5),
			trailingComma: random.pick(['all', 'es5', 'none']),
			arrowParens: random.pick(['always', 'avoid']),
			proseWrap: random.pick(['preserve', 'always']),
		};
		this.later();
		this.set(name, await prettier.format(this.textOf(name), options), this.files.get(name).owners);
	}

	/** Writes what sessions said. */
	store() {
		const main = [...this.transcripts.keys()].find((each) => !each.startsWith('agent-'));
		const folder = path.join(this.home, '.claude/projects', this.root.replace(/[^a-zA-Z0-9]/g, '-'));
		for (const [session, lines] of this.transcripts) {
			const file = session.startsWith('agent-') ? path.join(main, 'subagents', `${session}.jsonl`) : `${session}.jsonl`;
			mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
			writeFileSync(path.join(folder, file), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
		}
	}
}

const RESERVED = new Set(
	'const return await export async function import from each items options result null true for'
		.split(' ')
		.concat('class extends private readonly this void throw string'.split(' ')),
);

/** What stands in two texts at the same place and differs, by whole lines. */
function edited(before, after) {
	const [a, b] = [before.split('\n'), after.split('\n')];
	let start = 0;
	while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
	let end = 0;
	while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
	start = Math.max(0, start - 1);
	return [a.slice(start, a.length - end).join('\n'), b.slice(start, b.length - end).join('\n')];
}

/** Who wrote each line: a session's message, `others`, or undefined where the line says nothing or is of several. */
export function ownersOfLines({ text, owners }) {
	let at = 0;
	return text.split('\n').map((line) => {
		const count = line.match(WORD)?.length ?? 0;
		const own = new Set(owners.slice(at, at + count));
		at += count;
		if (own.has(OTHERS)) return own.size === 1 || own.has(UNSURE) ? OTHERS : undefined;
		return own.size === 1 && !own.has(UNSURE) ? [...own][0] : undefined;
	});
}

/**
 * Makes one case.
 * @param {string} folder empty @param {string} kind one of `KINDS` @param {number} seed
 * @returns the project, with its last commit checked out
 */
export async function makeCase(folder, kind, seed) {
	const project = new Project(path.join(folder, 'project'), folder, seed);
	const { random } = project;
	const extension = random.pick(['js', 'js', 'ts', 'css', 'md']);
	const [first, second] = [`src/one.${extension}`, `src/two.${extension}`];
	const sessionIds = [1, 2].map((n) => `${String(seed).padStart(8, '0')}-0000-4000-8000-00000000000${n}`);
	const by = () => (random.chance(0.2) ? `agent-${seed}` : random.pick(sessionIds));
	const begin = (name, owner, blocks) => {
		const own = project.kindOf(name);
		const lines = [...own.head(), ...Array.from({ length: blocks }, own.block).flat()];
		project.splice(name, 0, 0, lines, () => owner);
	};
	begin(first, OTHERS, random.int(1, 3));
	project.commit('Begin');
	project.git('checkout', '-q', '-b', 'work');
	project.claude(sessionIds[0], second, (owner) => begin(second, owner, 2));
	const claudeWrites = () => {
		for (const name of [first, second]) {
			for (let n = random.int(1, 2); n > 0; n--)
				project.claude(by(), name, (owner) => project.insertBlock(name, owner));
			if (random.chance(0.6)) project.claude(by(), name, (owner) => project.insertLine(name, owner));
			if (random.chance(0.5)) project.claude(by(), name, (owner) => project.changeWord(name, owner));
		}
	};
	const personWrites = (times) => {
		for (let n = 0; n < times; n++) {
			const name = random.pick([...project.files.keys()]);
			const act = random.pick([
				() => project.insertBlock(name, OTHERS),
				() => project.insertLine(name, OTHERS),
				() => project.changeWord(name, OTHERS, (owner) => owner !== undefined && owner !== OTHERS),
			]);
			act();
		}
	};
	claudeWrites();
	project.commit('Work');
	const has = (...kinds) => kinds.includes(kind) || kind === 'all of it';
	if (has('changed by hand')) personWrites(4);
	else if (random.chance(0.4)) personWrites(1);
	if (has('beside other programs'))
		for (const name of [first, second]) {
			const own = project.kindOf(name);
			const lines = [...own.block(), ...own.block()];
			project.splice(name, Math.max(0, project.linesOf(name).length - 1), 0, lines, () => OTHERS);
		}
	if (has('moved in its file')) for (const name of [first, second]) project.moveBlock(name, name);
	if (has('formatted')) for (const name of [first, second]) await project.format(name);
	if (has('formatted') && random.chance(0.5)) claudeWrites();
	if (has('moved to another file')) {
		begin(`src/three.${extension}`, OTHERS, 1);
		project.moveBlock(second, `src/three.${extension}`);
		project.moveBlock(first, second);
	}
	project.commit('Tidy');
	if (has('renamed')) {
		project.rename(second, `lib/renamed.${extension}`);
		project.commit('Rename');
		if (random.chance(0.5)) {
			project.claude(by(), `lib/renamed.${extension}`, (owner) =>
				project.insertBlock(`lib/renamed.${extension}`, owner),
			);
			project.commit('Go on');
		}
	}
	if (has('rebased')) {
		// Somebody else's commit comes in below: at the head of a file that sessions wrote in, too.
		project.git('checkout', '-q', 'main');
		const head = project.kindOf(first).head();
		const began = readFileSync(project.place(first), 'utf8');
		writeFileSync(project.place(first), `${head.join('\n')}\n${began}`);
		project.commit('Theirs');
		project.git('checkout', '-q', 'work');
		project.git('rebase', '-q', '-X', 'theirs', 'main');
		const now = readFileSync(project.place(first), 'utf8');
		const added = now.length - project.textOf(first).length;
		if (now.slice(added) === project.textOf(first))
			project.splice(first, 0, 0, now.slice(0, added).split('\n').slice(0, -1), () => OTHERS);
		else project.files.delete(first);
	}
	if (has('squashed')) {
		project.git('checkout', '-q', 'main');
		project.later();
		project.git('merge', '-q', '--squash', 'work');
		project.git('commit', '-q', '-m', 'All of it');
	}
	project.store();
	return project;
}

/**
 * Makes a case of other forms.
 * @param {string} folder empty @param {string} kind one of `OTHER_KINDS` @param {number} seed
 * @returns the project, with its last commit checked out
 */
export async function makeOtherCase(folder, kind, seed) {
	const project = new Project(path.join(folder, 'project'), folder, seed, otherForms);
	const { random } = project;
	const has = (...kinds) => kinds.includes(kind) || kind === 'all of it';
	const extension = random.pick(['tsx', 'mts', 'yaml', 'html']);
	const [first, second, third] = ['app', 'parts/main', 'parts/rest'].map((name) => `${name}.${extension}`);
	const sessionIds = [1, 2, 3].map((n) => `${String(seed).padStart(8, '0')}-0000-4000-8000-00000000000${n}`);
	const by = () => (random.chance(0.2) ? `agent-${seed}` : random.pick(sessionIds));
	const begin = (name, owner, blocks) => {
		const own = project.kindOf(name);
		project.splice(name, 0, 0, [...own.head(), ...Array.from({ length: blocks }, own.block).flat()], () => owner);
	};
	const claudeWrites = (name) => {
		project.claude(by(), name, (owner) => project.insertBlock(name, owner));
		if (random.chance(0.7)) project.claude(by(), name, (owner) => project.insertLine(name, owner));
		if (random.chance(0.4)) project.claude(by(), name, (owner) => project.changeWord(name, owner));
	};
	/** What stands in a file after git has joined two sides of which one put lines at its end. */
	const tail = (name, lines) => project.splice(name, project.linesOf(name).length - 1, 0, lines, () => OTHERS);
	begin(first, OTHERS, random.int(2, 4));
	project.commit('Start');
	project.git('checkout', '-q', '-b', 'topic');
	claudeWrites(first);
	project.commit('One');
	project.claude(sessionIds[0], second, (owner) => begin(second, owner, random.int(2, 3)));
	if (random.chance(0.5)) project.insertBlock(second, OTHERS);
	project.commit('Two');
	claudeWrites(second);
	if (has('changed by hand'))
		for (let n = 0; n < 5; n++) {
			const name = random.pick([first, second]);
			random.pick([
				() => project.insertBlock(name, OTHERS),
				() => project.insertLine(name, OTHERS),
				() => project.changeWord(name, OTHERS, (owner) => owner !== undefined && owner !== OTHERS),
			])();
		}
	if (has('fixed up')) {
		project.git('add', '-A');
		project.git('commit', '-q', '--fixup', 'HEAD');
		claudeWrites(second);
		project.commit('Three');
		project.git('rebase', '-q', '-i', '--autosquash', 'main');
	} else project.commit('Three');
	if (has('split')) {
		project.claude(by(), third, (owner) => begin(third, owner, 1));
		for (let n = 0; n < 2; n++) project.moveBlock(second, third);
		for (const name of [second, third]) await project.format(name);
		project.commit('Split');
	}
	if (has('formatted', 'squashed')) for (const name of [first, second]) await project.format(name);
	project.commit('Tidy');
	if (has('rebased', 'squashed')) {
		project.git('checkout', '-q', 'main');
		const others = `others.${extension}`;
		begin(others, OTHERS, 1);
		project.commit('Theirs');
		project.git('checkout', '-q', 'topic');
		project.git('rebase', '-q', 'main');
	}
	if (has('squashed')) {
		project.git('checkout', '-q', 'main');
		project.later();
		project.git('merge', '-q', '--squash', 'topic');
		// Before it is committed, the person writes on.
		tail(first, project.kindOf(first).block());
		project.commit('All of it');
	}
	if (has('picked')) {
		const last = project.git('rev-parse', 'HEAD').trim();
		project.git('checkout', '-q', '-b', 'release', 'HEAD~1');
		project.git('commit', '-q', '--allow-empty', '-m', 'Release');
		project.git('cherry-pick', '--allow-empty', '--keep-redundant-commits', last);
	}
	project.store();
	return project;
}
