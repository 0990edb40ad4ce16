// What stands in two places must say the same: the manifest and the code, the manifest and its texts, the documents and
// the disk.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SHARED_SETTINGS } from '../../src/core/keeper/settings';
import { SHARED_REFLECTION } from '../../src/core/reflection/settings';
import {
	COLORS,
	COMMANDS,
	CONTAINER_ID,
	CONTEXT_KEYS,
	lookedKey,
	NEEDS_TRUST,
	SETTINGS,
	VIEWS,
} from '../../src/vscode/contributions';

const SHARED = [...Object.values(SHARED_SETTINGS), ...Object.values(SHARED_REFLECTION)];
/** Of the editor alone, and those that the other faces follow as well. */
const SETTING_IDS = [...Object.values(SETTINGS), ...SHARED.map(({ from }) => from)];

interface Manifest {
	contributes: {
		commands: { command: string; enablement?: string; icon?: string }[];
		views: Record<string, { id: string }[]>;
		viewsContainers: { activitybar: { id: string }[] };
		viewsWelcome: { view: string; contents: string; when?: string }[];
		menus: Record<string, { command: string }[]>;
		walkthroughs: { steps: { media: { svg: string } }[] }[];
		colors: { id: string }[];
		configuration: { properties: Record<string, Readonly<Record<string, unknown>>> };
	};
}

const root = path.resolve(import.meta.dirname, '../..');
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const manifest = JSON.parse(text('package.json')) as Manifest;
const nls = JSON.parse(text('package.nls.json')) as Record<string, string>;
const sorted = (values: Iterable<string>): string[] => [...values].sort();

describe('the manifest and the code name the same', () => {
	const { contributes } = manifest;
	test.each([
		['commands', contributes.commands.map((each) => each.command), Object.values(COMMANDS)],
		['views', Object.values(contributes.views).flatMap((views) => views.map((view) => view.id)), Object.values(VIEWS)],
		['settings', Object.keys(contributes.configuration.properties), SETTING_IDS],
		['colours', contributes.colors.map((each) => each.id), Object.values(COLORS)],
		['containers', contributes.viewsContainers.activitybar.map((each) => each.id), [CONTAINER_ID]],
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
			} = contributes.configuration.properties[from] ?? {};
			expect({ from, type, default: byDefault, enum: names, minimum, exclusiveMinimum }).toEqual({ ...setting });
		},
	);

	test('commands that need trust are greyed out without it, and only they', () => {
		const greyed = contributes.commands.filter((each) => each.enablement?.includes('isWorkspaceTrusted') === true);
		expect(sorted(greyed.map((each) => each.command))).toEqual(sorted(NEEDS_TRUST));
	});

	test('menus name commands that exist', () => {
		const known = new Set<string>(Object.values(COMMANDS));
		const named = Object.values(contributes.menus).flatMap((entries) => entries.map((entry) => entry.command));
		expect(named.filter((command) => !known.has(command))).toEqual([]);
	});

	test('context keys of ours in the manifest are set by the code', () => {
		const known = new Set<string>([
			...Object.values(CONTEXT_KEYS),
			...Object.values(VIEWS),
			...Object.values(VIEWS).map(lookedKey),
			...Object.values(COMMANDS),
			...SETTING_IDS,
		]);
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
		expect(hooks).toEqual(['sessionKeeper.hooks == installed', 'sessionKeeper.hooks == none']);
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
	const pictures = manifest.contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.svg));
	expect(pictures.length).toBeGreaterThan(3);
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

	test('the translation bundle holds exactly the texts of the code', () => {
		const sources = readdirSync(path.join(root, 'src/vscode'), { recursive: true, encoding: 'utf8' }).filter((name) =>
			name.endsWith('.ts'),
		);
		const used = sources.flatMap((name) =>
			[...text(path.join('src/vscode', name)).matchAll(/l10n\.t\(\s*(['"])((?:\\.|(?!\1).)*)\1/gu)].map((match) =>
				(match[2] ?? '').replace(/\\(['"])/gu, '$1'),
			),
		);
		expect(used.length).toBeGreaterThan(20);
		expect(sorted(Object.keys(JSON.parse(text('l10n/bundle.l10n.json')) as object))).toEqual(sorted(new Set(used)));
	});
});

describe('documents', () => {
	test.each(['AGENTS.md', 'CONTRIBUTING.md', 'docs/ARCHITECTURE.md', 'docs/TESTING.md', 'docs/VOCABULARY.md'])(
		'%s names only files that exist',
		(document) => {
			const named = [...text(document).matchAll(/`((?:src|test|scripts|docs|media|claude)\/[\w./-]*)`/gu)].map(
				(match) => match[1] ?? '',
			);
			expect(named.length).toBeGreaterThan(0);
			expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
		},
	);

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

	test('links between documents lead somewhere', () => {
		for (const document of ['README.md', 'CONTRIBUTING.md', 'AGENTS.md']) {
			const links = [...text(document).matchAll(/\]\((?!https?:)([^)#]+)\)/gu)].map((match) => match[1] ?? '');
			expect(links.filter((link) => !existsSync(path.join(root, link)))).toEqual([]);
		}
	});
});
