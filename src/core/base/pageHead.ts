// How every HTML page of ours begins: under a policy that loads nothing, and runs nothing but one script of ours.
import { escapeHtml } from './shown';

interface PageHead {
	/** BCP 47, such as `en`. */
	readonly language: string;
	readonly title: string;
	readonly style: string;
	/** By what the policy knows the style, and the script where there is one: `nonce-…`, or `sha256-…` of the style. */
	readonly allowed: string;
	readonly hasScript: boolean;
	/** More tags. */
	readonly more?: string;
}

/** Up to the end of the head. */
export function pageHead({ language, title, style, allowed, hasScript, more = '' }: PageHead): string {
	const script = hasScript ? ` script-src '${allowed}';` : '';
	const policy = `default-src 'none'; style-src '${allowed}';${script} base-uri 'none'; form-action 'none'`;
	const nonce = allowed.startsWith('nonce-') ? ` nonce="${allowed.slice('nonce-'.length)}"` : '';
	return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${more}<title>${escapeHtml(title)}</title>
<style${nonce}>${style}</style>
</head>
`;
}
