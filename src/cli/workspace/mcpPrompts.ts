// Prompts of the server of the Model Context Protocol: our slash commands, for clients that have none of them. What only reads
// is told at once; to save, Claude calls the tool, and where no tool does what the person wants, it is told the command.
import type { SlashCommand } from '../../core/claude/slashCommands';
import { asText } from '../../core/base/result';
import { type Fields, NOTICE, recordsIn } from './mcpAnswer';
import type { ToolPlace } from './mcpCalls';

interface Prompt {
	readonly listed: {
		readonly name: SlashCommand;
		readonly description: string;
		readonly arguments?: { readonly name: string; readonly description: string; readonly required: boolean }[];
	};
	/** The command whose document has the text, and the field that it is in, or what makes it of the fields; or the text itself. */
	readonly from: (
		given: string,
	) => readonly [words: readonly string[], text: string | ((told: Fields) => string)] | string;
}

const STATEMENTS =
	'its topic, decisions, what was tried in vain, open questions, what was put off, next steps and tasks, each with the exact words of the message that says so. Leave out what was not said.';

const HAND_IN = `It takes JSON on standard input, {"statements":[…]} as the tool save_hand_off does: ${STATEMENTS}`;

/** What the person named is not put into the command: the model quotes it for the shell that it has. */
const RUN = 'Run the command in a terminal; if you have none, show it to me.';

const meant = (word: string, given: string): string => (given === '' ? `Leave ${word} out.` : `${word} is ${given}`);

const PARKING =
	'Show me what is parked (list_items). Ask what is done, and archive that alone (archive_item). From now on in this session park open loops as they arise (park_item): a question of yours that I pass over, what is put off, a side idea. Never bring parked items up unasked.';

export const PROMPTS: readonly Prompt[] = [
	{
		listed: { name: 'document-and-save', description: 'Save a hand-off of this session' },
		from: () => `Save a hand-off of this session with the tool save_hand_off: ${STATEMENTS}`,
	},
	{
		listed: {
			name: 'document-and-save-to',
			description: 'Save a hand-off of this session, to a path of your own',
			arguments: [{ name: 'path', description: 'A new file, or a folder', required: true }],
		},
		from: (file) =>
			`Save a hand-off of this session: \`session-keeper documents save --statements=- PATH\`. ${HAND_IN} ${RUN} ${meant('PATH', file)}`,
	},
	{
		listed: { name: 'resume-latest', description: 'Continue where the last session left off' },
		from: () => [['resume', 'latest', '--prompt'], 'prompt'],
	},
	{
		listed: {
			name: 'resume-from',
			description: 'Continue a session or document',
			arguments: [{ name: 'name', description: 'A session, a document or a part of its title', required: true }],
		},
		from: (name) => [['resume', '--prompt', '--', name], 'prompt'],
	},
	{
		listed: {
			name: 'save-session-protocol',
			description: 'Save the open tasks of this session to the session protocol',
			arguments: [{ name: 'path', description: 'Default: session-protocol.json', required: false }],
		},
		from: (file) =>
			`Show me what \`session-keeper protocol save --dry-run PATH\` prints, and ask what in it is no task: \`--without TASK_001\` takes it out. Then save: \`session-keeper protocol save --statements=- PATH\`. ${HAND_IN} ${RUN} ${meant('PATH', file)}`,
	},
	{
		listed: { name: 'load-session-protocol', description: 'Load the tasks of the session protocol' },
		from: () => [['protocol', 'load'], 'prompt'],
	},
	{
		listed: { name: 'sessions-list', description: 'List sessions with work, and go on with one' },
		from: () => [['documents', 'list'], sessionsText],
	},
	{
		listed: {
			name: 'discard-backup',
			description: 'Discard the pending backup without processing it',
			arguments: [{ name: 'name', description: 'A part of its name or title', required: false }],
		},
		from: (name) =>
			`Discard the pending backup: \`session-keeper backups discard --yes NAME\`. Tell me which one it was; \`session-keeper backups discard --undo\` undoes it. If several could be meant, nothing was done: show them, ask which one, and name that. ${RUN} ${meant('NAME', name)}`,
	},
	{
		listed: { name: 'session', description: 'Session parking lot: list, archive or park what is still open' },
		from: () => PARKING,
	},
];

function sessionsText(told: Fields): string {
	const rows = recordsIn(told, 'sessions').filter(({ hasWork, isProgram }) => hasWork === true && isProgram === false);
	if (rows.length === 0) return 'No session with work yet.';
	const lines = rows.map(({ id, title, lastMessage }) => `- ${String(id)} ${String(title)} (${String(lastMessage)})`);
	return [
		`Show me this list and ask which one to look into. Then read it with the tool read_passage, or have me call the prompt resume-from with its id. ${NOTICE}`,
		'',
		...lines,
	].join('\n');
}

/** The text of a prompt. @throws Error with the reason, which the client is told. */
export async function promptText(
	place: ToolPlace,
	name: string,
	given: Readonly<Record<string, string>>,
): Promise<string> {
	const prompt = PROMPTS.find(({ listed }) => listed.name === name);
	if (prompt === undefined) throw new Error(`Unknown prompt: ${name}.`);
	const missing = prompt.listed.arguments?.find((each) => each.required && (given[each.name] ?? '').trim() === '');
	if (missing !== undefined) throw new Error(`${missing.name} is missing.`);
	const made = prompt.from(given[prompt.listed.arguments?.[0]?.name ?? '']?.trim() ?? '');
	if (typeof made === 'string') return made;
	const [words, text] = made;
	const told = await place.call(words);
	if (!told.ok) throw new Error(told.error);
	if (typeof text === 'function') return text(told.value);
	return asText(told.value[text]) ?? 'There is nothing to continue.';
}
