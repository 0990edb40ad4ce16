// `session-keeper completion SHELL`: scripts that complete the commands, made of what describes them. They know the words of
// every command by themselves, so that pressing Tab starts no program of ours.
import { COMMON_OPTIONS, type GroupDescription, type Options, PROGRAM, VALUED, namedVerbs } from './base/description';
import { PROGRAM_OPTIONS } from './base/usage';
import { DESCRIPTIONS } from './commands';
import { SHARED } from './keeper/settings';
import { SHELLS, type COMPLETION } from './completionCommand';
import type { VerbsOf } from './group';
import { didYouMean } from './help';
import { UsageError } from './io';

export const completion: VerbsOf<typeof COMPLETION> = {
	'': {
		run: (_context, words) => {
			const [wanted = '', more] = words;
			const shell = SHELLS.find((each) => each === wanted);
			if (shell === undefined || more !== undefined)
				throw new UsageError(`Which shell?${didYouMean(wanted, SHELLS)} There are: ${SHELLS.join(', ')}.`);
			const text = SCRIPTS[shell](places());
			return Promise.resolve({ text, json: { shell, script: text } });
		},
	},
};

/** What can be typed behind some words of a call. */
interface Place {
	/** The group, the verb and the setting, as far as they are there: `parked park`, `parked`, or nothing. */
	readonly at: string;
	/** The words that can follow, with what they are. */
	readonly next: readonly (readonly [word: string, about: string])[];
	readonly hasFiles: boolean;
	readonly options: Options;
}

function places(): readonly Place[] {
	const groups = Object.entries<GroupDescription>(DESCRIPTIONS);
	return [
		{
			at: '',
			next: groups.map(([name, { about }]) => [name, about]),
			hasFiles: false,
			options: PROGRAM_OPTIONS,
		},
		...groups.flatMap(([name, group]) => [
			{
				...placeOf(name, group, ''),
				next: [
					...namedVerbs(group).map(([verb, { about }]) => [verb, about] as const),
					...placeOf(name, group, '').next,
				],
			},
			...namedVerbs(group).flatMap(([verb]) => {
				const place = placeOf(`${name} ${verb}`, group, verb);
				return [place, ...valuePlaces(place, group.verbs[verb]?.words)];
			}),
		]),
	];
}

function placeOf(at: string, group: GroupDescription, verb: string): Place {
	const { about = '', choices = [], words = '', options = {} } = group.verbs[verb] ?? {};
	return {
		at,
		next: (words.startsWith(KEY) ? SHARED.map(({ name }) => name) : choices).map((each) => [each, about] as const),
		hasFiles: isFile(words),
		options: { ...options, ...COMMON_OPTIONS },
	};
}

/** How tables call the name of a setting. */
const KEY = 'KEY';

/** Behind the name of a setting stand its values. */
function valuePlaces(place: Place, words = ''): readonly Place[] {
	return words.startsWith(`${KEY} `)
		? SHARED.map(({ name, setting }) => ({
				...place,
				at: `${place.at} ${name}`,
				next: (setting.enum ?? (setting.type === 'boolean' ? ['true', 'false'] : [])).map(
					(each) => [each, name] as const,
				),
			}))
		: [];
}

const isFile = (shown: string): boolean => /\b(?:FILE|PATH|DIR)\b/u.test(shown);

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const namesOf = (options: Options): readonly string[] => Object.keys(options).map((name) => `--${name}`);

/** What follows an option, where that is a value: the values, files, or anything. */
function valuesAt(
	all: readonly Place[],
): readonly { readonly at: string; readonly name: string; readonly values: readonly string[] | 'files' }[] {
	return all.flatMap(({ at, options }) =>
		Object.entries(options).flatMap(([name, { value, choices }]) =>
			value === undefined
				? []
				: [{ at, name: `--${name}`, values: choices ?? (isFile(value) ? ('files' as const) : []) }],
		),
	);
}

/** Places of two words or three: a word behind a group that is none of these is no verb. */
const placesOf = (all: readonly Place[], words: number): readonly string[] =>
	all.flatMap(({ at }) => (at.split(' ').length === words ? [quoted(at)] : []));

function bash(all: readonly Place[]): string {
	return `# Completes ${PROGRAM} in bash. Made by: ${PROGRAM} completion bash
_session_keeper() {
	local IFS=$' \\t\\n' word=\${COMP_WORDS[COMP_CWORD]} last=\${COMP_WORDS[COMP_CWORD-1]} place i words= options= files=
	local -a named=()
	# bash takes --kind=idea for three words.
	if [[ $word == = ]]; then word=; elif [[ $last == = ]]; then last=\${COMP_WORDS[COMP_CWORD-2]}; fi
	for ((i = 1; i < COMP_CWORD; i++)); do
		case \${COMP_WORDS[i]} in
			${VALUED.join(' | ')}) ((i++)); if [[ \${COMP_WORDS[i]} == = ]]; then ((i++)); fi ;;
			-* | =) ;;
			*) named+=("\${COMP_WORDS[i]}") ;;
		esac
	done
	place="\${named[0]-} \${named[1]-}"
	case "$place \${named[2]-}" in
		${placesOf(all, 3).join(' | ')}) place+=" \${named[2]}" ;;
		*) case $place in
			${placesOf(all, 2).join(' | ')}) ;;
			*) place=\${named[0]-} ;;
		esac ;;
	esac
	case "$place|$last" in
${valuesAt(all)
	.map(
		({ at, name, values }) =>
			`		${quoted(`${at}|${name}`)} | ${quoted(`${at}|=${name}`)}) ${values === 'files' ? 'files=1' : `words=${quoted(values.join(' '))}`} ;;`,
	)
	.join('\n')}
		*) case $place in
${all
	.map(
		({ at, next, hasFiles, options }) =>
			`			${quoted(at)}) words=${quoted(next.map(([name]) => name).join(' '))} options=${quoted(namesOf(options).join(' '))}${hasFiles ? ' files=1' : ''} ;;`,
	)
	.join('\n')}
		esac ;;
	esac
	if [[ $word == -* ]]; then words=$options files=; fi
	COMPREPLY=($(compgen -W "$words" -- "$word"))
	if [[ -n $files ]]; then
		IFS=$'\\n'
		COMPREPLY+=($(compgen -f -- "$word"))
		type compopt > /dev/null 2>&1 && compopt -o filenames 2> /dev/null
	fi
	return 0
}
complete -F _session_keeper ${PROGRAM}`;
}

function zsh(all: readonly Place[]): string {
	const item = ([name, about]: readonly [string, string]): string =>
		quoted(`${name.replaceAll(':', '\\:')}:${about.replaceAll(':', '\\:')}`);
	return `#compdef ${PROGRAM}
# Completes ${PROGRAM} in zsh. Made by: ${PROGRAM} completion zsh
_session-keeper() {
	local place last=$words[CURRENT-1] files= i
	local -a named next options
	for ((i = 2; i < CURRENT; i++)); do
		case $words[i] in
			${VALUED.join('|')}) ((i++)) ;;
			-*) ;;
			*) named+=("$words[i]") ;;
		esac
	done
	place="$named[1] $named[2]"
	case "$place $named[3]" in
		(${placesOf(all, 3).join('|')}) place+=" $named[3]" ;;
		(*) case $place in
			(${placesOf(all, 2).join('|')}) ;;
			(*) place=$named[1] ;;
		esac ;;
	esac
	if [[ $PREFIX == --*=* ]]; then last=\${PREFIX%%=*}; compset -P '--*='; fi
	case "$place|$last" in
${valuesAt(all)
	.map(
		({ at, name, values }) =>
			`		(${quoted(`${at}|${name}`)}) ${values === 'files' ? '_files' : values.length === 0 ? ':' : `next=(${values.map(quoted).join(' ')}); _describe value next`}; return ;;`,
	)
	.join('\n')}
	esac
	case $place in
${all
	.map(
		({ at, next, hasFiles, options }) =>
			`		(${quoted(at)}) next=(${next.map(item).join(' ')}) options=(${Object.entries(options)
				.map(([name, { about }]) => item([`--${name}`, about]))
				.join(' ')})${hasFiles ? ' files=1' : ''} ;;`,
	)
	.join('\n')}
	esac
	if [[ $PREFIX == -* ]]; then _describe -o option options; return; fi
	(($#next)) && _describe command next
	[[ -n $files ]] && _files
	return 0
}
if [[ $funcstack[1] == _session-keeper ]]; then _session-keeper "$@"; else compdef _session-keeper ${PROGRAM}; fi`;
}

function fish(all: readonly Place[]): string {
	const line = (at: string, ...parts: readonly string[]): string =>
		`complete -c ${PROGRAM} -n ${quoted(`__session_keeper_at ${quoted(at)}`.replaceAll("'", '"'))} ${parts.join(' ')}`;
	const text = (about: string): string => `'${about.replaceAll(/['\\]/gu, String.raw`\$&`)}'`;
	return `# Completes ${PROGRAM} in fish. Made by: ${PROGRAM} completion fish
function __session_keeper_at
	set -l named
	set -l isSkipped 0
	for word in (commandline -opc)[2..-1]
		if test $isSkipped -eq 1
			set isSkipped 0
			continue
		end
		switch $word
			case ${VALUED.join(' ')}
				set isSkipped 1
			case '-*'
			case '*'
				set -a named $word
		end
	end
	set -l place "$named[1] $named[2] $named[3]"
	contains -- $place ${placesOf(all, 3).join(' ')}
	or set place "$named[1] $named[2]"
	contains -- $place ${[...placesOf(all, 2), ...placesOf(all, 3)].join(' ')}
	or set place "$named[1]"
	test $place = $argv[1]
end
complete -c ${PROGRAM} -f
${all
	.flatMap(({ at, next, hasFiles, options }) => [
		...next.map(([name, about]) => line(at, '-a', name, '-d', text(about))),
		...(hasFiles ? [line(at, '-F')] : []),
		...Object.entries(options).map(([name, { about, value, choices, short }]) =>
			line(
				at,
				...(short === undefined ? [] : ['-s', short]),
				'-l',
				name,
				...(value === undefined ? [] : isFile(value) ? ['-r', '-F'] : ['-x']),
				...(choices === undefined ? [] : ['-a', text(choices.join(' '))]),
				'-d',
				text(about),
			),
		),
	])
	.join('\n')}`;
}

function powershell(all: readonly Place[]): string {
	const text = (word: string): string => `'${word.replaceAll("'", "''")}'`;
	const list = (words: readonly string[]): string => `@(${words.map(text).join(', ')})`;
	const values = (options: Options): string =>
		Object.entries(options)
			.flatMap(([name, { value, choices = [] }]) => (value === undefined ? [] : [`'--${name}' = ${list(choices)}`]))
			.join('; ');
	return `# Completes ${PROGRAM} in PowerShell. Made by: ${PROGRAM} completion powershell
Register-ArgumentCompleter -Native -CommandName ${text(PROGRAM)} -ScriptBlock {
	param($wordToComplete, $commandAst, $cursorPosition)
	$places = @{
${all
	.map(
		({ at, next, options }) =>
			`		${text(at)} = @{ next = ${list(next.map(([name]) => name))}; options = ${list(namesOf(options))}; values = @{ ${values(options)} } }`,
	)
	.join('\n')}
	}
	$typed = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { "$_" })
	$named = @()
	for ($i = 1; $i -lt $typed.Count; $i++) {
		if ($typed[$i] -in ${list(VALUED)}) { $i++ } elseif (-not $typed[$i].StartsWith('-')) { $named += $typed[$i] }
	}
	$place = $places["$($named[0]) $($named[1]) $($named[2])".Trim()]
	if ($null -eq $place) { $place = $places["$($named[0]) $($named[1])".Trim()] }
	if ($null -eq $place) { $place = $places["$($named[0])"] }
	if ($null -eq $place) { return }
	$last = $typed[-1]
	$words = if ($place.values.ContainsKey($last)) { $place.values[$last] } elseif ($wordToComplete.StartsWith('-')) { $place.options } else { $place.next }
	$words | Where-Object { $_.StartsWith($wordToComplete) } | ForEach-Object {
		[System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
	}
}`;
}

const SCRIPTS = { bash, zsh, fish, powershell } as const;
