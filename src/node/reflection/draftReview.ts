// Drafts of hand-offs as things that wait for a person's word: the same view and the same verbs as for memories.
import type { ReviewEntry, ReviewOutcome, ReviewProposal } from '../../core/review/entry';
import { printable, singleLine } from '../../core/base/text';
import { asText } from '../../core/base/result';
import { say } from '../../core/base/say';
import { redactedIn } from '../../core/privacy/report';
import { parseFrontMatter } from '../base/frontmatter';
import type { ReviewDecision, ReviewSource } from '../review/reviewStore';
import { type DraftFile, draftTitle, isDraftEdited, madeMsOf } from './draftFiles';
import type { DraftStore } from './draftStore';

export class DraftReview implements ReviewSource {
	readonly kind = 'draft';

	constructor(private readonly drafts: DraftStore) {}

	async list(): Promise<readonly ReviewEntry[]> {
		return (await this.drafts.list()).map((draft) => entryOf(draft));
	}

	async propose(id: string): Promise<ReviewProposal | undefined> {
		const draft = await this.draftOf(id);
		if (draft === undefined) return undefined;
		const text = printable(draft.text);
		return {
			entry: entryOf(draft),
			before: undefined,
			// The front matter is for programs: what a person decides about is below it.
			after: { name: `docs/sessions/${draft.session}.md`, text: parseFrontMatter(text).body.trimStart() },
			notes: [
				say('Drafted by the engine “{0}”, confidence {1}.', fieldOf(draft, 'engine'), fieldOf(draft, 'confidence')),
			],
			editable: text,
		};
	}

	async edit(id: string, text: string): Promise<ReviewOutcome> {
		const draft = await this.draftOf(id);
		if (draft === undefined || !(await this.drafts.edit(draft, text))) return { kind: 'gone' };
		return { kind: 'done', title: entryOf(draft).title, file: draft.file };
	}

	/** A draft is a file, which an editor changes as well: of that, no earlier text is kept. */
	async unedit(id: string): Promise<ReviewOutcome> {
		const draft = await this.draftOf(id);
		if (draft === undefined) return { kind: 'gone' };
		const before = await this.drafts.unedit(draft);
		if (before !== undefined) return { kind: 'done', title: entryOf(before).title, file: before.file };
		return {
			kind: 'refused',
			code: 'notEdited',
			message: say('No earlier text of this draft is kept.'),
			hint: say('Edit its file.'),
		};
	}

	async accept(id: string): Promise<ReviewOutcome> {
		const draft = await this.draftOf(id);
		const ratified = draft === undefined ? undefined : await this.drafts.ratify(draft.session);
		return draft === undefined || ratified === undefined
			? { kind: 'gone' }
			: { kind: 'done', title: entryOf(draft).title, file: ratified.file, redacted: redactedIn(ratified.text) };
	}

	async reject(id: string): Promise<ReviewOutcome> {
		const draft = await this.draftOf(id);
		if (draft === undefined || !(await this.drafts.discard(draft.session))) return { kind: 'gone' };
		return { kind: 'done', title: entryOf(draft).title, file: undefined };
	}

	async decided(): Promise<readonly ReviewDecision[]> {
		return (await this.drafts.decided()).map(({ session, title, action, atMs }) => ({
			kind: 'draft',
			id: draftIdOf(session),
			title: singleLine(title),
			verdict: action === 'ratified' ? 'accepted' : 'rejected',
			atMs,
			session,
		}));
	}

	async undo(id: string): Promise<ReviewOutcome> {
		const decision = (await this.drafts.decided()).find((each) => draftIdOf(each.session) === id);
		if (decision === undefined) return { kind: 'gone' };
		if ((await this.drafts.undo(decision.session)) === undefined)
			return {
				kind: 'refused',
				code: 'placeTaken',
				message: say('There is a newer draft of “{0}”.', singleLine(decision.title)),
				hint: say('Decide about that one first.'),
			};
		return { kind: 'done', title: singleLine(decision.title), file: decision.entry.path };
	}

	private async draftOf(id: string): Promise<DraftFile | undefined> {
		return (await this.drafts.list()).find((draft) => draftIdOf(draft.session) === id);
	}
}

/** Short, and unique among all kinds. */
export function draftIdOf(session: string): string {
	return `draft-${session.slice(0, 13)}`;
}

function fieldOf({ fields }: DraftFile, name: string): string {
	return singleLine(asText(fields[name]) ?? say('unknown'));
}

function entryOf(draft: DraftFile): ReviewEntry {
	const { fields, session, modifiedMs } = draft;
	const madeMs = madeMsOf(draft);
	return {
		kind: 'draft',
		id: draftIdOf(session),
		title: singleLine(draftTitle(draft)),
		label: singleLine(asText(fields['workstream']) ?? ''),
		session,
		message: undefined,
		atMs: Number.isNaN(madeMs) ? modifiedMs : madeMs,
		isEdited: isDraftEdited(draft),
	};
}
