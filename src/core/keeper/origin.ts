// How this program came to a machine, told from where it lies, and what brings a newer one.

export type InstallKind = 'npm' | 'npmLocal' | 'npx' | 'vscode' | 'plugin' | 'checkout' | 'unknown';

/** A folder of an extension: its publisher, name and version, below one that editors call `extensions`. */
const EXTENSION = /\/extensions\/session-keeper\.session-keeper-[^/]+\//iu;
const PLUGIN = /\/plugins\/cache\/([^/]+)\/session-keeper\//u;
const PACKAGE = /\/node_modules\/session-keeper\//u;

/**
 * @param file the program, without links on the way
 * @param isSource whether the sources lie beside it
 */
export function installKindOf(file: string, isSource: boolean): InstallKind {
	const place = file.replaceAll('\\', '/');
	if (EXTENSION.test(place)) return 'vscode';
	if (PLUGIN.test(place)) return 'plugin';
	if (PACKAGE.test(place))
		return place.includes('/_npx/') ? 'npx' : /\/(?:lib|npm)\/node_modules\//u.test(place) ? 'npm' : 'npmLocal';
	return isSource ? 'checkout' : 'unknown';
}

/**
 * What a person runs to get a newer one; nothing where nobody knows.
 * @param hasHooks whether hooks are installed, which are a copy of the program
 */
export function updateCommands(origin: InstallKind, file: string, hasHooks: boolean): readonly string[] {
	const refresh = hasHooks ? ['session-keeper hooks install'] : [];
	switch (origin) {
		case 'npm':
			return ['npm install --global session-keeper@latest', ...refresh];
		case 'npmLocal':
			return ['npm install session-keeper@latest', ...refresh.map((command) => `npx ${command}`)];
		case 'npx':
			return hasHooks ? ['npx session-keeper@latest hooks install'] : ['npx session-keeper@latest'];
		case 'vscode':
			return ['code --install-extension session-keeper.session-keeper --force'];
		case 'plugin':
			return [
				`claude plugin update session-keeper@${PLUGIN.exec(file.replaceAll('\\', '/'))?.[1] ?? 'session-keeper'}`,
			];
		case 'checkout':
			return ['git pull', 'npm install', 'npm run build', ...(hasHooks ? ['node dist/cli.js hooks install'] : [])];
		case 'unknown':
			return [];
	}
}
