// What a language model does with parked items. Each goes by a key that the list tells, and what a person is asked about is the
// item that was found, not what the model calls it.
import path from 'node:path';
import { singleLine } from '../../core/base/text';
import { asRecord, asText, fail, ok, type Result } from '../../core/base/result';
import { shellWord } from '../../core/claude/goOn';
import { type Matchable, matchItem } from '../../core/parking/match';
import { ownName } from '../../core/parking/names';
import { shownPath } from '../../node/claude/claudeHome';
import { openRedactor } from '../../node/privacy/openRedactor';
import { type Fields, NOTICE, type ToolAnswer, changed, picked, recordsIn } from './mcpAnswer';
import type { ToolPlace } from './mcpCalls';

interface ListedItem extends Matchable {
	/** Names it for certain, as the terminal takes it. */
	readonly key: string;
	readonly path: string;
	/** What a model was told to call it by: its key and its name without what is nobody's business. */
	readonly calledBy: readonly string[];
	readonly fields: Fields;
}

async function itemsHere({ call, context }: ToolPlace): Promise<Result<readonly ListedItem[], string>> {
	const listed = await call(['parked', 'list']);
	if (!listed.ok) return listed;
	const redactor = await openRedactor(context.claude);
	const items = recordsIn(listed.value, 'items').map((fields) => {
		const [name = '', description = '', file = ''] = ['name', 'description', 'file'].map((key) => asText(fields[key]));
		return { name, description, body: '', path: file, fileName: path.basename(file), fields };
	});
	return ok(
		items.map((item) => {
			const others = items.filter((each) => each !== item);
			const key = ownName(item.fileName, others) ?? shownPath(item.path, context.claude.userHome);
			return { ...item, key, calledBy: [key, ...[key, item.name].map((each) => redactor.text(each).value)] };
		}),
	);
}

export async function listItems(place: ToolPlace): Promise<Result<ToolAnswer, string>> {
	const listed = await itemsHere(place);
	if (!listed.ok) return listed;
	const items = listed.value.map(({ key, fields }) => ({
		key,
		...picked(fields, ['name', 'description', 'state', 'ageDays', 'due']),
	}));
	return ok({
		text: items.length === 0 ? 'Nothing is parked.' : [NOTICE, ...listed.value.map(lineOf)].join('\n'),
		fields: { notice: NOTICE, items },
	});
}

const lineOf = ({ name, key }: ListedItem): string => `- ${name} (${key})`;

export async function parkItem({ call, context }: ToolPlace, given: object): Promise<Result<ToolAnswer, string>> {
	const options = Object.entries(given).map(([name, value]) => `--${name}=${String(value)}`);
	const done = await call(['parked', 'park', ...options]);
	if (!done.ok) return done;
	const { name, file } = asRecord(done.value['parked']) ?? {};
	const shown = shownPath(asText(file) ?? '', context.claude.userHome);
	return ok(changed('parked', name, `archive_item, or ${String(done.value['undoneBy'])}`, { file: shown }));
}

export async function archiveNamed(place: ToolPlace, named: string): Promise<Result<ToolAnswer, string>> {
	const found = await itemMeant(place, named);
	if (!found.ok) return found;
	const { name, description, key, path: file } = found.value;
	const { text } = await openRedactor(place.context.claude);
	const about = text(singleLine(description === '' ? name : `${name} — ${description}`)).value;
	const isWanted = await place.ask(`Archive the parked item “${about}”?`, about);
	if (isWanted === undefined)
		return fail(
			`The person must do this, because this client cannot ask: session-keeper parked archive ${shellWord(key)}`,
		);
	if (!isWanted) return fail('The person does not want this item to be archived. Nothing was changed.');
	const done = await place.call(['parked', 'archive', '--', file]);
	if (!done.ok) return done;
	return ok(changed('archived', asRecord(done.value['archived'])?.['name'], asText(done.value['undoneBy']) ?? null));
}

async function itemMeant(place: ToolPlace, named: string): Promise<Result<ListedItem, string>> {
	const listed = await itemsHere(place);
	if (!listed.ok) return listed;
	const called = listed.value.filter(({ calledBy }) => calledBy.includes(named));
	const hits = called.length > 0 ? called : hitsOf(named, listed.value);
	const [only, second] = hits;
	if (only === undefined) return fail(`No open item matches ${singleLine(named)}. See list_items.`);
	if (second === undefined) return ok(only);
	return fail([`${hits.length} open items match equally well. Name one by its key:`, ...hits.map(lineOf)].join('\n'));
}

function hitsOf(named: string, items: readonly ListedItem[]): readonly ListedItem[] {
	const outcome = matchItem(named, items);
	if (outcome.kind === 'match') return [outcome.item];
	return outcome.kind === 'ambiguous' ? outcome.items : [];
}
