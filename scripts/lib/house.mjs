// The rooms of the house: which layer and which domain a file belongs to, and who may import whom. The linter
// (houseRule.mjs) and the report (scripts/house.mjs) both ask here.
import path from 'node:path';

/**
 * From the ground up: a domain may import itself and those before it, on its own floor and in the rules and adapters
 * below. The same names stand on every floor. A face may ask any domain of the floors below it.
 */
export const DOMAINS = [
	'base',
	'claude',
	'privacy',
	'project',
	'keeper',
	'transcript',
	'handoff',
	'sessions',
	'reading',
	'search',
	'backups',
	'parking',
	'documents',
	'review',
	'memory',
	'protocol',
	'reflection',
	'insights',
	'timeline',
	'recall',
	'workspace',
	'hooks',
];

/** Each layer with the layers below that it may import. */
export const LAYERS = {
	core: [],
	node: ['core'],
	cli: ['core', 'node'],
	hooks: ['core', 'node'],
	vscode: ['core', 'node'],
	pages: ['core'],
};

/** Where a layer puts itself together, and what all its domains share: files here belong to no domain. */
const WITH_HALL = new Set(['cli', 'hooks', 'vscode']);
/** Helpers of tests, in any layer; they may use every domain, and only tests use them. */
const TESTING = 'testing';

/**
 * @typedef {object} Room
 * @property {string} layer
 * @property {string | undefined} domain undefined in the hall of a layer, and for helpers of tests
 * @property {boolean} isTest a test, or a helper of tests
 */

/**
 * The room that a file lies in.
 * @param {string} file relative to the root of the repository
 * @returns {Room | undefined} undefined outside of src and for what is no code
 */
export function roomOf(file) {
	const [src, layer, ...rest] = file.replaceAll(path.sep, '/').split('/');
	if (src !== 'src' || !Object.hasOwn(LAYERS, layer) || rest.length === 0 || !/\.(?:ts|cjs)$/.test(file))
		return undefined;
	const isTest = rest.includes(TESTING) || file.endsWith('.test.ts');
	return { layer, domain: rest.length > 1 && rest[0] !== TESTING ? rest[0] : undefined, isTest };
}

/** What is wrong with the place of a file, or undefined. @param {string} file relative to the root */
export function misplaced(file) {
	const room = roomOf(file);
	if (room === undefined) return undefined;
	if (room.domain !== undefined)
		return DOMAINS.includes(room.domain) ? undefined : `“${room.domain}” is no domain of the house.`;
	return room.isTest || WITH_HALL.has(room.layer) ? undefined : 'This file lies outside of every domain.';
}

/**
 * Why one file must not import another, or undefined.
 * @param {string} from @param {string} to both relative to the root
 */
export function forbidden(from, to) {
	const [here, there] = [roomOf(from), roomOf(to)];
	if (here === undefined || there === undefined) return undefined;
	if (here.layer !== there.layer && !LAYERS[here.layer].includes(there.layer))
		return `Dependencies point inward: ${here.layer} may not import ${there.layer}.`;
	if (here.isTest) return undefined;
	if (there.isTest) return 'Only tests import tests and their helpers.';
	// A face's hall is shared by its domains, and a face may ask whatever the engine room has.
	if (here.domain === undefined || there.domain === undefined) return undefined;
	if (here.layer !== there.layer && WITH_HALL.has(here.layer)) return undefined;
	return DOMAINS.indexOf(there.domain) <= DOMAINS.indexOf(here.domain)
		? undefined
		: `The domain ${here.domain} comes before ${there.domain} and may not import it.`;
}
