// Once per run: package the extension and install it as a user would. Every workbench of the run uses this install.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeFolder } from '../../../scripts/lib/removeFolder.mjs';
import { ensureChromium } from '../../../scripts/lib/ensureChromium.mjs';
import { ensureVscodeServer } from '../../../scripts/lib/ensureVscodeServer.mjs';
import { results, vsixFile } from '../../../scripts/lib/paths.mjs';
import { step } from '../../../scripts/lib/terminal.mjs';
import { installVsix, linkQuietBuiltins } from '../../../scripts/lib/vscodeServer.mjs';
import { packageExtension } from '../../../scripts/package.mjs';

export default async function setup({ provide }) {
	await ensureChromium();
	await ensureVscodeServer();
	rmSync(path.join(results, 'screenshots'), { recursive: true, force: true });
	rmSync(path.join(results, 'failures'), { recursive: true, force: true });
	mkdirSync(path.join(results, 'screenshots'), { recursive: true });

	await packageExtension();
	const dir = mkdtempSync(path.join(tmpdir(), 'sk-vsix-'));
	const extensionsDir = path.join(dir, 'extensions');
	await step('Installing the packaged extension', () => installVsix(vsixFile, { dir, extensionsDir }));
	const builtinsDir = path.join(dir, 'builtins');
	linkQuietBuiltins(builtinsDir);
	provide('vsix', vsixFile);
	provide('extensionsDir', extensionsDir);
	provide('builtinsDir', builtinsDir);
	provide('runFolder', dir);
	return () => removeFolder(dir);
}
