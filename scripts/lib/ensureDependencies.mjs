// Installs the project's own dependencies where they are missing or not the ones of package-lock.json.
// Uses Node's own modules only: in a fresh clone there is no other.
import { existsSync, readFileSync } from 'node:fs';
import { inRoot, root } from './paths.mjs';
import { run } from './process.mjs';
import { step } from './terminal.mjs';

/**
 * Compares contents, not times: git and copying change times, and an `npm ci` without need would pull node_modules
 * away under a running watcher. npm writes node_modules/.package-lock.json last, so a half-finished install is seen.
 */
export function dependenciesAreCurrent(folder = root) {
	const installedFile = `${folder}/node_modules/.package-lock.json`;
	if (!existsSync(installedFile)) return false;
	const installed = packages(installedFile);
	return Object.entries(packages(`${folder}/package-lock.json`)).every(([name, wanted]) => {
		if (name === '') return true;
		const there = installed[name];
		return there ? there.version === wanted.version : wanted.optional === true || wanted.peer === true;
	});
}

function packages(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
	} catch {
		return {};
	}
}

export async function ensureDependencies() {
	if (dependenciesAreCurrent()) return;
	const title = existsSync(inRoot('node_modules'))
		? 'Updating dependencies (npm ci)'
		: 'Installing dependencies (npm ci)';
	await step(title, () =>
		run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, quiet: true }),
	);
}
