// What an installation consists of besides the hooks: which parts it brings if nothing is said, what a person left out, and
// what of all that is to be told before it is done.
import type { SettingsScope } from '../claude/settings';
import type { OwnSettings } from '../keeper/settings';

/**
 * `commands`: slash commands and the skill. `rules`: permission rules, so that Claude calls our program without a question.
 * `parkingRule`: sessions are told to park by themselves. `context`: sessions are told where the last one stood.
 * `imports`: the two `@` lines in `.claude/CLAUDE.md`.
 */
export const INSTALL_PARTS = ['commands', 'rules', 'parkingRule', 'context', 'imports'] as const;
export type InstallPart = (typeof INSTALL_PARTS)[number];

/** Each part: in, or left out and taken out. A part that is not mentioned stays as it is. */
export type PartChoices = Readonly<Partial<Record<InstallPart, boolean | undefined>>>;

/** The parts among other choices. */
export const partsIn = (choices: PartChoices): PartChoices =>
	Object.fromEntries(INSTALL_PARTS.flatMap((part) => (choices[part] === undefined ? [] : [[part, choices[part]]])));

/** What decides about a part of which nothing is said. */
export interface Before {
	/** What an earlier installation of the same scope left out. */
	readonly leftOut: readonly string[];
	/** What our own settings say; nothing where they do not mention it. */
	readonly own: Readonly<Partial<Pick<OwnSettings, 'parkingRule' | 'injectContext'>>>;
}

/** The parts of an installation that brings everything, but what a person leaves out now or left out before. */
export function wholeInstallation(scope: SettingsScope, said: PartChoices, { leftOut, own }: Before): PartChoices {
	const isWanted = (part: InstallPart): true | undefined => (leftOut.includes(part) ? undefined : true);
	return {
		commands: said.commands ?? isWanted('commands'),
		rules: said.rules ?? isWanted('rules'),
		parkingRule: said.parkingRule ?? (own.parkingRule === false ? undefined : true),
		context: said.context ?? (own.injectContext === 'off' ? undefined : true),
		// Git shows them. Where only one person has the hooks, the context that is told stands in for them.
		imports: said.imports ?? (scope === 'project' ? isWanted('imports') : undefined),
	};
}

/** What is to be remembered as left out. Our own settings tell of the other parts. */
export function leftOutNow(choices: PartChoices, before: readonly string[]): readonly InstallPart[] {
	return (['commands', 'rules', 'imports'] as const).filter(
		(part) => choices[part] === false || (choices[part] !== true && before.includes(part)),
	);
}

/** One line of the summary of an installation. */
export interface SummaryPart {
	readonly part: 'hooks' | InstallPart | 'cleanup' | 'exclude';
	/** `asIs`: nothing is said of it, and nothing changes. `noPlace`: the file has something else where it would be. */
	readonly state: 'in' | 'out' | 'asIs' | 'noPlace';
	/** Where it is, for people. */
	readonly files: readonly string[];
}

/** Where each part of an installation lies. */
export type SummaryFiles = Readonly<Record<'settings' | 'own' | 'imports', string>> & {
	readonly commands: readonly string[];
	/** The settings that keep transcripts for longer, where these change. */
	readonly cleanup: string | undefined;
	/** Git's list of what it does not show, where our settings file gets into it. */
	readonly exclude: string | undefined;
};

/** The whole installation at a glance, at most eight parts. */
export function installSummary(choices: PartChoices, files: SummaryFiles): readonly SummaryPart[] {
	const part = (name: InstallPart, ...places: readonly string[]): SummaryPart => ({
		part: name,
		state: choices[name] === undefined ? 'asIs' : choices[name] ? 'in' : 'out',
		files: places,
	});
	return [
		{ part: 'hooks', state: 'in', files: [files.settings] },
		part('commands', ...files.commands),
		part('rules', files.settings),
		part('parkingRule', files.own),
		part('context', files.own),
		part('imports', files.imports),
		...(files.cleanup === undefined ? [] : [{ part: 'cleanup', state: 'in', files: [files.cleanup] } as const]),
		...(files.exclude === undefined ? [] : [{ part: 'exclude', state: 'in', files: [files.exclude] } as const]),
	];
}
