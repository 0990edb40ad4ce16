// What a person set for the hooks: `<home>/settings.json`, which the extension and the installer write for them.
import { parseObject } from '../base/result';

export interface HookSettings {
	/** How much SessionStart tells Claude of the session that is taken up. */
	readonly injectContext: 'off' | 'brief' | 'normal' | 'full';
	/** PreCompact names the open parked items in the instructions of the compaction. */
	readonly carryOpenItems: boolean;
	/** SessionStart tells Claude the rule by which it parks by itself. */
	readonly parkingRule: boolean;
}

/** Nothing is printed that nobody asked for. */
export const DEFAULT_HOOK_SETTINGS: HookSettings = { injectContext: 'off', carryOpenItems: false, parkingRule: false };

/** Settings out of a file's text; whatever is missing or makes no sense is as if it was not set. */
export function parseHookSettings(text: string): HookSettings {
	const fields = parseObject(text);
	const inject = fields?.['injectContext'];
	return {
		injectContext: inject === 'brief' || inject === 'normal' || inject === 'full' ? inject : 'off',
		carryOpenItems: fields?.['carryOpenItems'] === true,
		parkingRule: fields?.['parkingRule'] === true,
	};
}
