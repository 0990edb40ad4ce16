// The frame of the page in which a session is read.
import { expect, test } from 'vitest';
import { readerHtml } from './readerHtml';

test('the frame allows one script and one style, and says names as text', () => {
	const html = readerHtml('<img src=x onerror=alert(1)>', true, 'https://file.example/reader.js?"><script>');
	const nonces = [...html.matchAll(/nonce[-=]"?([A-Za-z0-9+/=]{20,})/gu)].map(([, nonce]) => nonce);
	expect(new Set(nonces).size).toBe(1);
	expect(html).toContain(`content="default-src 'none'; style-src 'nonce-`);
	expect(html.match(/<script/gu)).toHaveLength(1);
	expect(html.match(/<(?:img|iframe|link)\b/gu)).toBeNull();
	expect(html).not.toMatch(/\son[a-z]+="/u);
	expect(readerHtml('x', true, 'y')).not.toContain(nonces[0] ?? 'nonce');
});
