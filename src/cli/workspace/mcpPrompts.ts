// Prompts of the server of the Model Context Protocol: our slash commands, for clients that have none of them. What only reads
// is told at once; to save, Claude calls the tool.
import type { SlashCommand } from '../../core/claude/slashCommands';
import { asText } from '../../core/base/result';
import type { ToolPlace } from './mcpCalls';

interface Prompt {
	readonly listed: {
		readonly name: SlashCommand;
		readonly description: string;
		readonly arguments?: { readonly name: string; readonly description: string; readonly required: boolean }[];
	};
	/** The command whose document has the text, and the field that it is in; or the text itself. */
	readonly from: ((given: string) => readonly [words: readonly string[], field: string]) | string;
}

const SAVE =
	'Save a hand-off of this session with the tool save_hand_off: its topic, decisions, what was tried in vain, open questions, what was put off, next steps and tasks, each with the exact words of the message that says so. Leave out what was not said.';

export const PROMPTS: readonly Prompt[] = [
	{
		listed: { name: 'document-and-save', description: 'Save a hand-off of this session' },
		from: SAVE,
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
		listed: { name: 'load-session-protocol', description: 'Load the tasks of the session protocol' },
		from: () => [['protocol', 'load'], 'prompt'],
	},
];

/** The text of a prompt. @throws Error with the reason, which the client is told. */
export async function promptText(
	place: ToolPlace,
	name: string,
	given: Readonly<Record<string, string>>,
): Promise<string> {
	const prompt = PROMPTS.find(({ listed }) => listed.name === name);
	if (prompt === undefined) throw new Error(`Unknown prompt: ${name}.`);
	if (typeof prompt.from === 'string') return prompt.from;
	const missing = prompt.listed.arguments?.find((each) => each.required && (given[each.name] ?? '').trim() === '');
	if (missing !== undefined) throw new Error(`${missing.name} is missing.`);
	const [words, field] = prompt.from(given['name'] ?? '');
	const told = await place.call(words);
	if (!told.ok) throw new Error(told.error);
	return asText(told.value[field]) ?? 'There is nothing to continue.';
}
