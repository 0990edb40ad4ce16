// The official inspector of the Model Context Protocol from npm, which asks our server as any program would.
import path from 'node:path';
import { ensureTool } from './ensureTool.mjs';
import { testTools } from './paths.mjs';

const folder = path.join(testTools, 'inspector');
/** The file that Node runs. There once ensureInspector returned. */
export const inspectorProgram = path.join(
	folder,
	'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);

/** @returns {Promise<string | undefined>} why it cannot be had, in a sentence; nothing where it is there. */
export const ensureInspector = () =>
	ensureTool({
		title: 'the inspector of the Model Context Protocol',
		size: '110 MB',
		name: '@modelcontextprotocol/inspector',
		version: '2.12.0',
		folder,
		program: inspectorProgram,
	});
