// Group C: what follows from the work's dependencies and the state of the repository.
import { lastPart } from '../../base/shown';
import { relativePath } from '../../protocol/namedFiles';
import { ownSentences, topicWords } from '../../base/prose';
import { type Material, saidBy, used } from '../material';
import { saidIn } from './content';
import type { SignalContext } from './context';
import { type SignalFinding, code, overlap, plural, pointer, quote } from './finding';

const DEPENDS =
	/\b(?:depends? on|is blocked (?:by|on)|blocked by|blocks|requires? .{1,60} (?:first|before)|needs? .{1,60} (?:first|before (?:we|it|that))|(?:has|have) to (?:land|ship|be (?:merged|done|released)) (?:first|before)|prerequisite|can(?:'t|not) (?:start|continue|ship|merge) (?:until|before))\b/iu;

/** 12. Work that turned out to need something else first. */
export function dependencies(material: Material, _: SignalContext): readonly SignalFinding[] {
	return saidIn(material, (sentence) => DEPENDS.test(sentence) && !sentence.endsWith('?')).map(
		({ said, sentence }) => ({
			item: 'dependencies',
			text: `Depends: ${quote(sentence)}`,
			at: [pointer(said)],
			weight: said.by === 'person' ? 0.6 : 0.4,
		}),
	);
}

/** 13. Messages from peers that no commit and no reply takes up. In the session they are answers of a tool. */
export function crossReferences(material: Material, { commits }: SignalContext): readonly SignalFinding[] {
	const written = topicWords(
		[...commits.map((commit) => commit.subject), ...saidBy(material, 'claude').map((said) => said.text)].join(' '),
	);
	const isNews = (text: string): boolean => topicWords(text).length >= 3 && overlap(topicWords(text), written) < 0.4;
	return used(material)
		.filter((each) => /peer|teammate/iu.test(each.tool) && !each.isError && isNews(each.output))
		.map((each): SignalFinding => ({
			item: 'cross-references',
			text: `A peer said: ${quote(each.output)}`,
			at: [pointer(each)],
			weight: 0.6,
		}));
}

/** In a folder with more entries than this it is hard to find anything. */
const UNWIELDY = 40;

/** 14. Folders that have grown out of hand. */
export function codeHealth(material: Material, { folders, checkout }: SignalContext): readonly SignalFinding[] {
	const touched = used(material).filter((each) => each.tool === 'Write' && !each.isError);
	return folders
		.filter(({ entries }) => entries > UNWIELDY)
		.map(({ path, entries }) => {
			const own = touched.filter((each) => relative(each.file ?? '', checkout).startsWith(`${path}/`));
			return {
				item: 'code-health',
				text: `${code(path)} holds ${entries} entries${own.length === 0 ? '' : `, ${own.length} of them written in this session`}.`,
				at: own.slice(0, 3).map(pointer),
				weight: own.length === 0 ? 0.2 : 0.45,
			};
		});
}

/** 15. Changes that are not committed, and commits that this session did not make. */
export function filesNotNoted(material: Material, context: SignalContext): readonly SignalFinding[] {
	const { checkout, committedFiles, dirtyFiles } = context;
	const changes = used(material).filter(
		(each) => /^(?:Write|Edit|MultiEdit|NotebookEdit)$/u.test(each.tool) && !each.isError && each.file !== undefined,
	);
	const changed = new Set(
		changes.map((each) => relative(each.file ?? '', checkout)).filter((file) => !/^(?:[/~]|[A-Za-z]:)/u.test(file)),
	);
	const first = (files: readonly string[]): string =>
		`${files
			.slice(0, 5)
			.map((file) => code(file, 80))
			.join(', ')}${files.length > 5 ? ', …' : ''}`;
	const found: SignalFinding[] = [];
	const open = dirtyFiles === undefined ? [] : [...changed].filter((file) => dirtyFiles.includes(file));
	if (open.length > 0)
		found.push({
			item: 'files-not-noted',
			text: `Changed and not committed: ${first(open)}.`,
			at: changes
				.filter((each) => open.includes(relative(each.file ?? '', checkout)))
				.slice(0, 5)
				.map(pointer),
			weight: 0.5,
		});
	const strangers =
		committedFiles === undefined || changed.size === 0 ? [] : committedFiles.filter((file) => !changed.has(file));
	if (strangers.length > 0)
		found.push({
			item: 'files-not-noted',
			text: `Committed in the session’s time, and touched by none of its edits: ${first(strangers)}.`,
			at: [],
			weight: 0.3,
		});
	const said = saidBy(material, 'claude')
		.map((each) => each.text)
		.join('\n');
	const unsaid = [...changed].filter((file) => !said.includes(file.split('/').at(-1) ?? file));
	if (unsaid.length > 0)
		found.push({
			item: 'files-not-noted',
			text: `${plural(unsaid.length, 'changed file')} that no reply names: ${first(unsaid)}.`,
			at: changes
				.filter((each) => unsaid.includes(relative(each.file ?? '', checkout)))
				.slice(0, 5)
				.map(pointer),
			weight: 0.35,
		});
	return found;
}

const CONTRADICTED =
	/^(?:no\b|nope\b|that(?:'s| is) (?:wrong|outdated|old|not (?:right|true|correct))|not any ?more|actually\b|we (?:don't|no longer|stopped)|it(?:'s| is) (?:no longer|not)\b)/iu;
/** A contradiction this many prompts after a memory was read is about something else. */
const SOON = 2;

/** 16. A memory was read, and the person then contradicted it. */
export function memoryHits(material: Material, _: SignalContext): readonly SignalFinding[] {
	const found: SignalFinding[] = [];
	let read: { readonly file: string; readonly index: number; readonly uuid: string; left: number } | undefined;
	for (const moment of material.moments) {
		if (
			moment.kind === 'used' &&
			moment.tool === 'Read' &&
			/(?:^|[/\\])memory[/\\][^/\\]+\.md$/u.test(moment.file ?? '')
		)
			read = { file: moment.file ?? '', index: moment.index, uuid: moment.uuid, left: SOON };
		if (moment.kind !== 'said' || moment.by !== 'person' || read === undefined) continue;
		const sentence = ownSentences(moment.text).find((each) => CONTRADICTED.test(each));
		if (sentence !== undefined)
			found.push({
				item: 'memory-hits',
				text: `The memory ${code(lastPart(read.file))} was read, and then: ${quote(sentence)}`,
				at: [pointer(read), pointer(moment)],
				weight: 0.75,
			});
		if (sentence !== undefined || --read.left === 0) read = undefined;
	}
	return found;
}

/** As git writes it, on Windows too. */
function relative(file: string, checkout: string): string {
	return relativePath(file, checkout) ?? file;
}
