// Takes pictures of the product, to be looked at.
// usage: npm run pictures [-- looks|shipped [NAME]]
//
//	looks      every view and page, one dimension varied at a time (theme, width, zoom, folders, number of sessions,
//	           language): test-results/pictures, with a page of all of them. NAME takes one: `light`, `3000 sessions`
//	shipped    those of the walkthrough (media/walkthrough) and of the README (docs/images), made anew
import path from 'node:path';
import { ensureDependencies } from './lib/ensureDependencies.mjs';
import { inRoot, results, root } from './lib/paths.mjs';
import { run, toolEnvironment } from './lib/process.mjs';
import { runMain, say } from './lib/terminal.mjs';

await runMain(async () => {
	await ensureDependencies();
	const [which = 'looks', name] = process.argv.slice(2);
	const args = [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--config', 'test/pictures/vitest.config.mjs'];
	args.push(which, ...(name === undefined ? [] : ['-t', `^${name}$`]));
	const { code } = await run(process.execPath, args, { cwd: root, env: toolEnvironment(), mayFail: true });
	if (which === 'looks') say(`Look at them: ${path.join(results, 'pictures/index.html')}`);
	return code;
});
