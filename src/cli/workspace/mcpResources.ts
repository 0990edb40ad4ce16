// Resources of the server of the Model Context Protocol: saved documents of the project, no drafts, and its session protocol.
import { asRecord, asText } from '../../core/base/result';
import { type Fields, NOTICE } from './mcpAnswer';
import type { ToolPlace } from './mcpCalls';

const DOCUMENT = 'session-keeper://documents/';
const PROTOCOL = 'session-keeper://protocol';

export interface Resource {
	readonly uri: string;
	readonly name: string;
	readonly mimeType: string;
	readonly [key: string]: unknown;
}

/** Documents, newest first, and the protocol where there is one. */
export async function resourcesOf({ call }: ToolPlace): Promise<Resource[]> {
	const [listed, loaded] = [await call(['documents', 'list']), await call(['protocol', 'load'])];
	const documents = listed.ok && Array.isArray(listed.value['documents']) ? listed.value['documents'] : [];
	const shown = (documents as readonly unknown[]).flatMap((each): Resource[] => {
		const { path, topic, isDraft } = asRecord(each) ?? {};
		if (typeof path !== 'string' || isDraft === true) return [];
		const uri = `${DOCUMENT}${encodeURIComponent(path)}`;
		return [{ uri, name: asText(topic) ?? path, mimeType: 'text/markdown' }];
	});
	const protocol = { uri: PROTOCOL, name: 'Session protocol', mimeType: 'application/json' };
	return loaded.ok ? [...shown, protocol] : shown;
}

/** @throws Error where there is no such resource, or it cannot be read. */
export async function resourceText(
	place: ToolPlace,
	uri: string,
): Promise<{ readonly text: string; readonly mimeType: string }> {
	const resource = (await resourcesOf(place)).find((each) => each.uri === uri);
	if (resource === undefined) throw new Error('Resource not found.');
	const isProtocol = uri === PROTOCOL;
	const words = isProtocol
		? ['protocol', 'load']
		: ['documents', 'open', '--', decodeURIComponent(uri.slice(DOCUMENT.length))];
	const told = await place.call(words);
	if (!told.ok) throw new Error(told.error);
	const { mimeType } = resource;
	const text = isProtocol ? protocolIn(told.value) : `${NOTICE}\n\n${asText(told.value['text']) ?? ''}`;
	return { text, mimeType };
}

const protocolIn = ({ protocol }: Fields): string => JSON.stringify({ notice: NOTICE, ...asRecord(protocol) });
