// The harness itself: a test can only fail on a request to another machine if the browser tells of it.
import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openBrowser } from '../../scripts/lib/browser.mjs';
import { sampleFolder } from './support/harness.mjs';

const PAGE = `<script>
	fetch('http://example.com/data').catch(() => (document.title = 'refused'));
	new WebSocket('ws://example.org/socket');
</script>`;

test('requests and sockets to other machines are refused and told', async () => {
	const server = http.createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => server.close());
	const { browser, page, offsite } = await openBrowser({ dir: sampleFolder() });
	onTestFinished(() => browser.close());
	await page.goto(`http://127.0.0.1:${server.address().port}`);
	await expect.poll(() => page.title()).toBe('refused');
	await expect.poll(() => [...offsite].sort()).toEqual(['http://example.com/data', 'ws://example.org/socket']);
});
