// The extension is there, starts, and keeps what its manifest promises.
import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

const ID = 'session-keeper.session-keeper';

interface Manifest {
	readonly contributes: {
		readonly commands: readonly { readonly command: string }[];
		readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
	};
}

function extension(): vscode.Extension<unknown> {
	const found = vscode.extensions.getExtension(ID);
	assert.ok(found, `${ID} is not installed`);
	return found;
}

suite('activation', () => {
	test('the extension is present and activates', async () => {
		await extension().activate();
		// A throwing activate() shows no message, so the state is what counts.
		assert.equal(extension().isActive, true);
	});

	test('every command of the manifest is registered', async () => {
		await extension().activate();
		const registered = new Set(await vscode.commands.getCommands(true));
		const { commands } = (extension().packageJSON as Manifest).contributes;
		const missing = commands.map(({ command }) => command).filter((id) => !registered.has(id));
		assert.deepEqual(missing, []);
	});

	test('every view of the manifest can be focused', async () => {
		await extension().activate();
		const registered = new Set(await vscode.commands.getCommands(true));
		const views = Object.values((extension().packageJSON as Manifest).contributes.views).flat();
		assert.ok(views.length > 0);
		// VS Code itself registers `<view>.focus` for each view that it knows.
		assert.deepEqual(
			views.map(({ id }) => id).filter((id) => !registered.has(`${id}.focus`)),
			[],
		);
	});

	test('the sample workspace is open', () => {
		assert.equal(vscode.workspace.workspaceFolders?.length, 1);
	});
});
