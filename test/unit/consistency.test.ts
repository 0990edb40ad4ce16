// What stands in two places must say the same: the manifest and the code, the manifest and its texts, the documents and
// the disk.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { l10nTexts } from '../../scripts/lib/l10nTexts.mjs';
import { DECLARED_SETTINGS } from '../../scripts/lib/settingTexts.mjs';
import { SHARED_SETTINGS } from '../../src/core/keeper/settings';
import { SHARED_REFLECTION } from '../../src/core/reflection/settings';
import {
	COLORS,
	COMMANDS,
	CONTEXT_KEYS,
	lookedKey,
	NEEDS_TRUST,
	NOT_IN_MENU,
	READER,
	SETTINGS,
	VIEWS,
} from '../../src/vscode/contributions';

const SHARED = [...Object.values(SHARED_SETTINGS), ...Object.values(SHARED_REFLECTION)];
/** Of the editor alone, and those that the other faces follow as well. */
const SETTING_IDS = [...Object.values(SETTINGS), ...SHARED.map(({ from }) => from)];

interface MenuEntry {
	command?: string;
	submenu?: string;
	when?: string;
	group?: string;
}

interface Manifest {
	contributes: {
		commands: { command: string; enablement?: string; icon?: string }[];
		views: Record<string, { id: string }[]>;
		viewsWelcome: { view: string; contents: string; when?: string }[];
		menus: Record<string, MenuEntry[]>;
		submenus: { id: string }[];
		keybindings: { command: string; key: string; mac?: string; when?: string }[];
		customEditors: { viewType: string; priority: string }[];
		walkthroughs: { steps: { media: { image: Record<string, string> } }[] }[];
		colors: { id: string }[];
	};
}

const root = path.resolve(import.meta.dirname, '../..');
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const manifest = JSON.parse(text('package.json')) as Manifest;
const nls = JSON.parse(text('package.nls.json')) as Record<string, string>;
const sorted = (values: Iterable<string>): string[] => [...values].sort();

/** A condition of a menu: `key`, `!key`, `key == value`, `key != value` and `key =~ /pattern/`, joined by `&&`. */
function isSo(when: string, state: Readonly<Record<string, string | undefined>>): boolean {
	return when.split(' && ').every((term) => {
		const [, inner] = /^!\((.*)\)$/u.exec(term) ?? [];
		if (inner !== undefined) return !isSo(inner, state);
		const [key = '', sign, value] = term.split(' ');
		if (sign === '=~') return new RegExp(value?.slice(1, -1) ?? '', 'u').test(state[key] ?? '');
		if (sign !== undefined) return (state[key] === value) === (sign === '==');
		if (key === 'true' || key === 'false') return key === 'true';
		return key.startsWith('!') ? state[key.slice(1)] === undefined : state[key] !== undefined;
	});
}

/** All choices of some of these, in their order. */
function subsetsOf(all: readonly string[]): readonly (readonly string[])[] {
	return all.reduce<readonly (readonly string[])[]>(
		(sets, one) => [...sets, ...sets.map((set) => [...set, one])],
		[[]],
	);
}

const sessionRow = (marks: readonly string[]): string => ['session', ...marks].join('.');

/** What a row is called in each view, with all that it can have. */
const ROWS: readonly (readonly [string, readonly string[]])[] = [
	[VIEWS.parked, ['parked.item', 'parked.item.editable', 'parked.project', 'parked.suggestions', 'parked.suggestion']],
	[
		VIEWS.backups,
		['pending', 'unfinished', 'lost', 'unknown'].flatMap((state) => [`backup.${state}`, `backup.${state}.session`]),
	],
	[VIEWS.sessions, [...subsetsOf(['done', 'hidden', 'pinned', 'private']).map(sessionRow), 'deleted.session']],
	[VIEWS.review, ['memory', 'draft'].flatMap((kind) => [`review.${kind}`, `review.${kind}.session`])],
	[VIEWS.memory, ['memory.index', 'memory.finding', 'memory.file']],
];

describe('the manifest and the code name the same', () => {
	const { contributes } = manifest;
	test.each([
		['commands', contributes.commands.map((each) => each.command), Object.values(COMMANDS)],
		['views', Object.values(contributes.views).flatMap((views) => views.map((view) => view.id)), Object.values(VIEWS)],
		['settings', Object.keys(DECLARED_SETTINGS), SETTING_IDS],
		['colours', contributes.colors.map((each) => each.id), Object.values(COLORS)],
	])('%s', (_what, declared, used) => {
		expect(sorted(declared)).toEqual(sorted(used));
	});

	test.each(SHARED.map((setting) => [setting.from, setting] as const))(
		'%s, with its default and its limits',
		(from, setting) => {
			const {
				type,
				default: byDefault,
				enum: names,
				minimum,
				exclusiveMinimum,
			}: Readonly<Record<string, unknown>> = DECLARED_SETTINGS[from] ?? {};
			expect({ from, type, default: byDefault, enum: names, minimum, exclusiveMinimum }).toEqual({ ...setting });
		},
	);

	test('commands that need trust are greyed out without it, and only they', () => {
		const greyed = contributes.commands.filter((each) => each.enablement?.includes('isWorkspaceTrusted') === true);
		expect(sorted(greyed.map((each) => each.command))).toEqual(sorted(NEEDS_TRUST));
	});

	test('menus name commands that exist', () => {
		const known = new Set<string>(Object.values(COMMANDS));
		const submenus = new Set(contributes.submenus.map(({ id }) => id));
		const entries = [...Object.values(contributes.menus).flat(), ...contributes.keybindings];
		expect(
			entries.filter((each) =>
				'submenu' in each ? !submenus.has(each.submenu ?? '') : !known.has(each.command ?? ''),
			),
		).toEqual([]);
		expect(sorted(Object.keys(contributes.menus).filter((id) => id.startsWith('sessionKeeper.')))).toEqual(
			sorted(submenus),
		);
	});

	test('the palette never offers more than 25 in any state, with what VS Code adds for the views', () => {
		const rules = new Map(contributes.menus['commandPalette']?.map(({ command, when }) => [command, when]));
		// A change is asked about while its own editor is looked at.
		const editors = [
			...['file', 'session-keeper-session'].map((resourceScheme) => ({ resourceScheme, asksChange: undefined })),
			...['plain', 'editable'].map((asksChange) => ({ resourceScheme: 'session-keeper-change', asksChange })),
		];
		const states = editors.flatMap(({ resourceScheme, asksChange }) =>
			['installed', 'none'].map((hooks): Readonly<Record<string, string | undefined>> => ({
				resourceScheme,
				'sessionKeeper.asksChange': asksChange,
				'sessionKeeper.hooks': hooks,
				'sessionKeeper.hasReview': 'true',
			})),
		);
		const ofViews = Object.keys(VIEWS).length + 1;
		for (const state of states) {
			const offered = contributes.commands.filter(({ command }) => isSo(rules.get(command) ?? 'true', state));
			expect(offered.length + ofViews).toBeLessThanOrEqual(25);
			expect(offered.length).toBeGreaterThan(15);
		}
	});

	test('what the palette does not offer is in the menu, or in the menus of rows, messages and selections', () => {
		const hidden = (contributes.menus['commandPalette'] ?? []).filter(({ when }) => when === 'false');
		expect(hidden.length).toBeGreaterThan(40);
		const inRows = new Set(
			['view/item/context', 'editor/context', 'editor/title', 'terminal/context'].flatMap((menu) =>
				contributes.menus[menu]?.map((each) => each.command),
			),
		);
		const lost = hidden.filter(({ command = '' }) => NOT_IN_MENU.has(command) && !inRows.has(command));
		// A row of its own says it.
		expect(lost.map(({ command }) => command)).toEqual([COMMANDS.showMoreSessions]);
	});

	test('no row offers more than eight, submenus counted as one', () => {
		const entries = contributes.menus['view/item/context'] ?? [];
		const rules = entries.filter(({ group = '' }) => !group.startsWith('inline')).map(({ when = '' }) => when);
		const rows = ROWS.flatMap(([view, items]) => items.map((viewItem) => ({ view, viewItem })));
		for (const row of rows) expect(rules.filter((when) => isSo(when, row)).length, row.viewItem).toBeLessThanOrEqual(8);
		// The rows are those that the rules mean.
		expect(rules.filter((when) => !rows.some((row) => isSo(when, row)))).toEqual([]);
		expect(rows.length).toBeGreaterThan(32);
		// A menu that has both *Pin* and *Unpin* never shows both, so what counts is what a row shows, whatever its marks.
		for (const { id } of contributes.submenus) {
			const own = (contributes.menus[id] ?? []).map(({ when = 'true' }) => when);
			for (const row of rows)
				expect(own.filter((when) => isSo(when, row)).length, `${id}, ${row.viewItem}`).toBeLessThanOrEqual(8);
			expect(own.filter((when) => !rows.some((row) => isSo(when, row)))).toEqual([]);
		}
	});

	test('keys begin with one chord, and wait for a folder; those of the page of a session are its own', () => {
		// The page is the active editor as well while somebody types elsewhere: its keys are for who is in it.
		const elsewhere = ['inputFocus', 'terminalFocus', 'sideBarFocus', 'panelFocus', 'auxiliaryBarFocus'];
		const ofReader = [`activeCustomEditorId == ${READER}`, ...elsewhere.map((key) => `!${key}`)].join(' && ');
		expect(contributes.keybindings.filter(({ when }) => when === ofReader).map(({ key }) => key)).toEqual([
			'ctrl+f',
			'alt+down',
			'alt+up',
		]);
		const everywhere = contributes.keybindings.filter(({ when }) => when !== ofReader);
		for (const { key, mac, when } of everywhere) {
			expect(key).toMatch(/^ctrl\+alt\+k [a-z]$/u);
			expect(mac).toBe(key.replace('ctrl', 'cmd'));
			expect(when).toBe('workspaceFolderCount != 0');
		}
		// The daily five, and what a person says of a session (its name, tags, group, and that it is done): no key beside them.
		expect(everywhere.map(({ key, command }) => [key.at(-1), command])).toEqual([
			['p', COMMANDS.parkItem],
			['s', COMMANDS.searchSessions],
			['r', COMMANDS.resumeLatest],
			['o', COMMANDS.openParkedItem],
			['k', COMMANDS.showMenu],
			['n', COMMANDS.renameSession],
			['t', COMMANDS.tagSession],
			['g', COMMANDS.groupSession],
			['d', COMMANDS.markSessionDone],
		]);
	});

	test('context keys of ours in the manifest are set by the code', () => {
		const known = new Set<string>([
			...Object.values(CONTEXT_KEYS),
			...Object.values(VIEWS),
			...Object.values(VIEWS).map(lookedKey),
			...Object.values(COMMANDS),
			...contributes.submenus.map(({ id }) => id),
			...SETTING_IDS,
			...contributes.customEditors.map(({ viewType }) => viewType),
		]);
		expect(contributes.customEditors).toMatchObject([{ viewType: READER, priority: 'option' }]);
		const named = [...JSON.stringify(contributes).matchAll(/(?<=[ "!(])sessionKeeper\.\w+(\.\w+)*/gu)].map(
			(match) => match[0],
		);
		expect(named.filter((key) => !known.has(key) && !(Object.values(COLORS) as string[]).includes(key))).toEqual([]);
	});

	test('no view says that there is nothing before it has looked', () => {
		const empty = contributes.viewsWelcome.filter(({ when }) => when !== 'sessionKeeper.state == noFolder');
		expect(empty.length).toBeGreaterThan(4);
		for (const { view, when } of empty) expect(when).toContain(`${view}.looked`);
		// Whether there are hooks is known later than the backups.
		const hooks = empty.filter(({ view }) => view === VIEWS.backups).map(({ when }) => when?.split(' && ').at(-1));
		expect(hooks).toEqual([
			'sessionKeeper.hooks == all',
			'(sessionKeeper.hooks == none || sessionKeeper.hooks == some)',
		]);
	});

	test('welcome texts and walkthroughs link to commands that exist', () => {
		// VS Code makes a command of each view: `<view>.focus`.
		const known = new Set<string>([...Object.values(COMMANDS), ...Object.values(VIEWS)]);
		const linked = Object.values(nls).flatMap((value) =>
			[...value.matchAll(/command:(sessionKeeper\.\w+)/gu)].map((match) => match[1] ?? ''),
		);
		expect(linked.length).toBeGreaterThan(0);
		expect(linked.filter((command) => !known.has(command))).toEqual([]);
	});
});

test('the pictures of the walkthrough are there, and are shipped', () => {
	const pictures = manifest.contributes.walkthroughs.flatMap(({ steps }) =>
		steps.flatMap(({ media }) => Object.values(media.image)),
	);
	const [{ steps } = expect.fail()] = manifest.contributes.walkthroughs;
	expect([7, 8, 9]).toContain(steps.length);
	const shipped = text('scripts/vsix-files.txt').split('\n');
	for (const picture of pictures) {
		expect(existsSync(path.join(root, picture))).toBe(true);
		expect(shipped).toContain(`extension/${picture}`);
	}
});

describe('texts', () => {
	test('every %key% of the manifest has a text, and every text is used', () => {
		const used = [...text('package.json').matchAll(/%([\w.]+)%/gu)].map((match) => match[1] ?? '');
		expect(sorted(new Set(used))).toEqual(sorted(Object.keys(nls)));
	});

	// A screen reader would say its name: “hubot Store: add remove”. Rows of a quick pick have `iconPath`.
	test('no row of a quick pick has an icon in its words', () => {
		const files = readdirSync(path.join(root, 'src/vscode'), { recursive: true, encoding: 'utf8' });
		const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
		expect(sources.length).toBeGreaterThan(50);
		const spoken = /\b(?:label|description|detail): `\$\([^`]*`/u;
		expect(sources.filter((file) => spoken.test(text(path.join('src/vscode', file))))).toEqual([]);
	});

	test('the translation bundle holds exactly the texts of the code', () => {
		expect(l10nTexts().length).toBeGreaterThan(20);
		expect(sorted(Object.keys(JSON.parse(text('l10n/bundle.l10n.json')) as object))).toEqual(sorted(l10nTexts()));
	});
});

describe('documents', () => {
	const namesIn = (folder: string): readonly string[] =>
		readdirSync(path.join(root, folder)).map((name) => path.join(folder, name));
	const signposts = namesIn('src/core').map((domain) => path.join(domain, 'AGENTS.md'));
	const documents = [...namesIn('.'), ...namesIn('docs'), ...signposts].filter(
		(name) => name.endsWith('.md') && existsSync(path.join(root, name)),
	);
	const PATH = '`((?:src|test|scripts|docs|media|claude)\\/[\\w./-]*)`';

	test('name only files that exist', () => {
		// Where people keep what is theirs.
		const isTheirs = (name: string): boolean => /^docs\/(?:sessions|conventions)/u.test(name);
		const named = documents.flatMap((document) =>
			[...text(document).matchAll(new RegExp(PATH, 'gu'))].flatMap(([, name = '']) => (isTheirs(name) ? [] : [name])),
		);
		expect(named.length).toBeGreaterThan(400);
		expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
	});

	test('a name that is said to stand in a file, or to be of it, occurs there', () => {
		const said = new RegExp(`((?:\`[^\`\n]+\`(?:, | and | or ))*\`[^\`\n]+\`) (?:in|of) ${PATH}`, 'gu');
		const named = documents.flatMap((document) =>
			[...text(document).matchAll(said)].flatMap(([, names = '', file = '']) =>
				names.split(/, | and | or /u).map((name) => ({ document, file, name: name.replace(/[`…]|\(.*/gu, '') })),
			),
		);
		expect(named.length).toBeGreaterThan(30);
		const occurs = (file: string, name: string): boolean =>
			statSync(path.join(root, file)).isDirectory()
				? existsSync(path.join(root, file, name))
				: new RegExp(`(?<![\\w$])${name.replace(/[.$]/gu, '\\$&')}(?![\\w$])`, 'u').test(text(file));
		expect(named.filter(({ file, name }) => !occurs(file, name))).toEqual([]);
	});

	test('docs/SECURITY.md names a test for each threat, and each of them exists', () => {
		const rows = text('docs/SECURITY.md').match(/^\| (?!They could|It could|---)[^|]+\|[^|]+\|[^|]+\|$/gmu) ?? [];
		expect(rows.length).toBeGreaterThan(20);
		const untested = rows.filter((row) => {
			const [, file = '', title = ''] = /`([\w./-]+\.(?:test|e2e)\.m?[jt]s)` “(.+)” \|$/u.exec(row) ?? [];
			return !existsSync(path.join(root, file)) || title === '' || !text(file).includes(`'${title}'`);
		});
		expect(untested).toEqual([]);
	});

	test('every library has one exact version', () => {
		const { dependencies = {}, devDependencies } = JSON.parse(text('package.json')) as Record<
			string,
			Record<string, string>
		>;
		const versions = Object.entries({ ...dependencies, ...devDependencies });
		expect(versions.length).toBeGreaterThan(20);
		expect(versions.filter(([, version]) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(version))).toEqual(
			[],
		);
	});

	test('each domain of the core has its signpost, which names only what is there', () => {
		for (const domain of readdirSync(path.join(root, 'src/core'), { withFileTypes: true })) {
			if (!domain.isDirectory() || domain.name === 'testing') continue;
			const folder = `src/core/${domain.name}`;
			// In backticks: of this folder, or from the root.
			const named = [...text(`${folder}/AGENTS.md`).matchAll(/`([\w./-]+(?:\.m?ts|\.mjs|\/))`/gu)].map(
				(match) => match[1] ?? '',
			);
			expect(named.length).toBeGreaterThan(0);
			const isThere = (name: string): boolean =>
				existsSync(path.join(root, folder, name)) || existsSync(path.join(root, name));
			expect(named.filter((name) => !isThere(name))).toEqual([]);
		}
	});

	test('the README shows before it explains, and fits on two screens', () => {
		const readme = text('README.md').split('\n');
		expect(readme.length).toBeLessThanOrEqual(80);
		expect(readme.findIndex((line) => line.startsWith('!['))).toBeLessThan(6);
		expect(statSync(path.join(root, 'docs/images/motion.webp')).size).toBeLessThan(600_000);
	});

	test('links between documents lead somewhere', () => {
		for (const document of ['README.md', 'CONTRIBUTING.md', 'AGENTS.md']) {
			const links = [...text(document).matchAll(/\]\((?!https?:)([^)#]+)\)/gu)].map((match) => match[1] ?? '');
			expect(links.filter((link) => !existsSync(path.join(root, link)))).toEqual([]);
		}
	});
});
