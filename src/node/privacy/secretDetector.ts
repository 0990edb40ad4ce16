// The maintained detector behind the `SecretDetector` port: the rules of secretlint's recommended preset, and a few of
// our own in the same form. We call the rules and leave `@secretlint/core` out, for four reasons: a transcript could
// switch the core's detection off with a comment (`secretlint-disable`), the core compares every finding with every
// other one, it keeps the process's performance marks, and it answers asynchronously although no rule for text needs to.
import type { SecretLintRuleContext, SecretLintRuleReportDescriptor, SecretLintSourceCode } from '@secretlint/types';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { once } from '../../core/base/once';
import { isPlaceholder } from '../../core/privacy/names';
import { isOfWords } from '../../core/privacy/noise';
import type { SecretDetector, SecretSpan } from '../../core/privacy/secrets';
import { lookOver, ownSecrets, secretsInBase64 } from './secretRules';

/** The rule that looks for comments which switch the others off. */
const COMMENT_RULE = '@secretlint/secretlint-rule-filter-comments';

/**
 * All that the preset knows, and our own rules do not, has a long word in it that is no UUID, with a figure or of no words:
 * `EstimatedCountPaginator` is none. Making the preset ready takes a tenth of a first answer.
 */
const LONG_WORD = /(?<![\w+=-])(?![\dA-Fa-f]{8}-(?:[\dA-Fa-f]{4}-){3}[\dA-Fa-f]{12}(?![\w+=-]))[\w+=-]{20,8192}/gu;
const isKeyLike = (text: string): boolean =>
	(text.match(LONG_WORD) ?? []).some((word) => /\d/u.test(word) || !isOfWords(word));

interface Handler {
	file?(source: SecretLintSourceCode): unknown;
}

/** A key that somebody has masked, but for its beginning. */
const MASK = /([xX0a*.])\1{15}/u;
/** So much of a finding is looked at for a mask. */
const JUDGED = 96;

/** The detector. The preset's rules are made ready at the first text that one of them can find something in. */
export const loadSecretDetector = once(createDetector);

function createDetector(): SecretDetector {
	let reported: SecretLintRuleReportDescriptor[] = [];
	const context: SecretLintRuleContext = {
		sharedOptions: {},
		createTranslator: () => (messageId, props) => ({ message: '', messageId: String(messageId), data: props }),
		report: (descriptor) => void reported.push(descriptor),
		ignore: () => undefined,
	};
	// Without the option the AWS rule passes over access key ids.
	const handlers = once(() =>
		rules
			.filter((rule) => rule.meta.id !== COMMENT_RULE)
			.map((rule): Handler => rule.create(context, { enableIDScanRule: true })),
	);
	return {
		detect(text) {
			reported = [];
			const source = sourceOf(text);
			// Rules for text report before they return; the one that would not is for `.p12` files.
			const look = lookOver(text);
			const hasKey = look.longest >= 20 && isKeyLike(text);
			if (hasKey) for (const handler of handlers()) void handler.file?.(source);
			return toWordEnds(
				text,
				[
					...reported.map((descriptor) => spanOf(text, descriptor)).filter(({ kind }) => kind !== 'aws-account-id'),
					...ownSecrets(text, look),
					// Of plain text in base64 only a question mark can be a slash.
					...(hasKey ? secretsInBase64(text) : []),
				].filter(({ start, end }) => {
					const judged = text.slice(start, Math.min(end, start + JUDGED));
					return !isPlaceholder(judged) && !MASK.test(judged);
				}),
			);
		},
	};
}

/**
 * Where the secret is. Some rules (AWS, npm) give the place of the name with the length of the value, so that the end of
 * the secret would stay: the value itself is looked for.
 */
function spanOf(text: string, { range, message }: SecretLintRuleReportDescriptor): SecretSpan {
	const [start, end] = range;
	const kind = kebab(message.messageId);
	const data: unknown = message.data;
	const values = typeof data === 'object' && data !== null ? Object.values(data) : [];
	const secret = values.reduce<string>((a, b) => (typeof b === 'string' && b.length > a.length ? b : a), '');
	const at = secret === '' ? -1 : text.indexOf(secret, start);
	return at >= 0 && at + secret.length > end ? { start: at, end: at + secret.length, kind } : { start, end, kind };
}

/** The rest of a value on the next line, where somebody broke it: behind a back slash, or as a second string. */
const GOES_ON = /(?:\\\r?\n[ \t>|]{0,12}|["']\s{0,80}[+.]\s{0,80}["'])[\w+/=-]{8,512}(?=["'\s]|$)/uy;

/** Rules cap lengths; the rest of the word goes too. Each character is looked at once, however many spans reach it. */
function toWordEnds(text: string, spans: readonly SecretSpan[]): readonly SecretSpan[] {
	let reached = 0;
	return [...spans]
		.sort((a, b) => a.start - b.start || b.end - a.end)
		.map((span) => {
			if (span.end <= reached) return span;
			reached = span.end;
			while (reached < text.length && /[\w=+-]/u.test(text[reached] ?? '')) reached++;
			GOES_ON.lastIndex = reached;
			if (GOES_ON.test(text)) reached = GOES_ON.lastIndex;
			return { ...span, end: reached };
		});
}

/** `ANTHROPIC_API_KEY` and `AWSSecretAccessKey` as `anthropic-api-key` and `aws-secret-access-key`. */
function kebab(messageId: string): string {
	return messageId
		.replace(/([a-z0-9])([A-Z])/gu, '$1-$2')
		.replace(/([A-Z])([A-Z][a-z])/gu, '$1-$2')
		.replace(/_/gu, '-')
		.toLowerCase();
}

/** A text as rules see it: no file, so that no rule reads one. */
function sourceOf(content: string): SecretLintSourceCode {
	const noPlaces = (): never => {
		throw new Error('Places in lines are not offered to rules.');
	};
	return {
		hasBOM: false,
		content,
		filePath: undefined,
		physicalFilePath: undefined,
		contentType: 'text',
		ext: '',
		getFilePath: () => undefined,
		getPhysicalFilePath: () => undefined,
		locationToRange: noPlaces,
		rangeToLocation: noPlaces,
		positionToIndex: noPlaces,
		indexToPosition: noPlaces,
	};
}
