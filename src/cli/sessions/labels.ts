// `session-keeper sessions edit`, `done` and `private`: what a person says about a session.
import { shellWord } from '../../core/claude/goOn';
import { type LabelChange, changesBack, labelText, tagText } from '../../core/sessions/labels';
import type { SessionMark } from '../../core/sessions/marks';
import { type Values, type Verb, nameOf, textsOf } from '../group';
import { type Answer, UsageError } from '../io';
import { pick, withSessions } from './openSessions';

/** A verb that sets a mark, and with `--off` takes it away. @param on @param off what it says then */
export function markVerb(mark: SessionMark, on: string, off: string): Verb {
	return {
		run: (context, words, values) =>
			withSessions(context, async (store) => {
				const session = await pick(context, store, words);
				const isOn = values['off'] !== true;
				const wasOn = session.marks.has(mark) || (mark === 'private' && store.isPrivate(session.id));
				await store.label(session.id, [{ mark, on: isOn }]);
				return {
					text: `${isOn ? on : off}: ${session.name}`,
					json: { session: session.id, [mark]: isOn },
					// What was so before is no change of this one.
					...(wasOn === isOn ? {} : { undo: `sessions ${mark} ${session.id.slice(0, 8)}${isOn ? ' --off' : ''}` }),
				};
			}),
	};
}

export const edit: Verb = {
	run: (context, words, values) =>
		withSessions(context, async (store): Promise<Answer> => {
			const changes = changesIn(values);
			const before = await pick(context, store, words);
			await store.label(before.id, changes);
			const { id, name, ownName, saidName, tags, group } = store.get(before.id) ?? before;
			const facts = [...tags.map((tag) => `#${tag}`), ...(group === undefined ? [] : [`in ${group}`])];
			return {
				text: [name, ...facts].join('  '),
				json: { session: id, name, ownName: ownName ?? null, saidName, tags, group: group ?? null },
				undo: ['sessions edit', id.slice(0, 8), ...changesBack(changes, before).map(optionOf)].join(' '),
			};
		}),
};

function changesIn(values: Values): readonly LabelChange[] {
	for (const option of ['name', 'group'])
		if (values[option] !== undefined && values[`no-${option}`] === true)
			throw new UsageError(`Either --${option} or --no-${option}.`);
	const [name, group] = [nameOf(values, 'name'), nameOf(values, 'group')];
	const changes: readonly LabelChange[] = [
		...(name === undefined ? [] : [{ name: said('name', labelText(name)) }]),
		...(values['no-name'] === true ? [{ name: '' }] : []),
		...textsOf(values, 'tag').map((tag) => ({ tag: said('tag', tagText(tag)), on: true })),
		...textsOf(values, 'untag').map((tag) => ({ tag: said('untag', tagText(tag)), on: false })),
		...(group === undefined ? [] : [{ group: said('group', labelText(group)) }]),
		...(values['no-group'] === true ? [{ group: '' }] : []),
	];
	if (changes.length === 0) throw new UsageError('Change what? Say --name, --tag, --untag or --group.');
	return changes;
}

function said(option: string, text: string): string {
	if (text === '') throw new UsageError(`--${option} is empty.`);
	return text;
}

/** A change as it is typed. */
function optionOf(change: LabelChange): string {
	if ('mark' in change) return '';
	if ('tag' in change) return valued(change.on ? 'tag' : 'untag', change.tag);
	const [option, text] = 'name' in change ? ['name', change.name] : ['group', change.group];
	return text === '' ? `--no-${option}` : valued(option, text);
}

/** A value that begins with a dash would be taken for an option. */
function valued(option: string, text: string): string {
	return `--${option}${text.startsWith('-') ? '=' : ' '}${shellWord(text)}`;
}
