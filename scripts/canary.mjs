// Does the newest Claude Code still write and call what we read? Its tests with that version in place of the one that all
// others are made with: what fails is what changed.
// usage: npm run canary [-- VERSION [NAME …]]      the newest one, or VERSION; `format` alone takes half a minute
import { root } from './lib/paths.mjs';
import { run, toolEnvironment } from './lib/process.mjs';
import { runMain, say } from './lib/terminal.mjs';

await runMain(async () => {
	const [wanted = 'latest', ...names] = process.argv.slice(2);
	const asked = ['view', `@anthropic-ai/claude-code@${wanted}`, 'version'];
	const { output } = await run('npm', asked, { cwd: root, env: toolEnvironment(), quiet: true });
	const version = /^\d+\.\d+\.\d+\S*/mu.exec(output)?.[0];
	if (version === undefined) throw new Error(`npm knows no Claude Code ${wanted}.`);
	say(`With Claude Code ${version}:`);
	await run(process.execPath, ['scripts/test.mjs', 'claude', ...names], {
		cwd: root,
		env: { ...process.env, CLAUDE_CODE_VERSION: version },
	});
});
