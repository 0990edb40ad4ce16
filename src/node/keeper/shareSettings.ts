import { refusalSentence } from '../../core/claude/refusal';
import { editSetting } from '../../core/claude/settingEdit';
import type { ClaudeHome } from '../claude/claudeHome';
import { readJsonObject } from '../project/claudeSettings';
import { ownSettingsPlace } from './ownSettings';
import { readSettings, writeSettings } from '../project/settingsFile';

/**
 * Writes settings into `<home>/settings.json`, which hooks and the command line follow; everything else in it stays.
 * @returns why nothing was written, for people; nothing where all is well, also where it said so already.
 */
export async function shareSettings(
	claude: ClaudeHome,
	values: ReadonlyMap<string, boolean | number | string>,
): Promise<string | undefined> {
	const place = ownSettingsPlace(claude);
	const now = await readJsonObject(place.file);
	const wanted = [...values].filter(([key, value]) => now?.[key] !== value);
	if (wanted.length === 0) return undefined;
	const read = await readSettings(place);
	if (!read.ok) return refusalSentence(place.file, read.error);
	let { text } = read.value;
	for (const [key, value] of wanted) {
		const edited = editSetting(text, key, value);
		if (!edited.ok) return refusalSentence(place.file, edited.error);
		text = edited.value;
	}
	const written = await writeSettings(read.value, text);
	return written.ok ? undefined : refusalSentence(place.file, written.error);
}
