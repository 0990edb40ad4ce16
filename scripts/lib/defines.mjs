// What stands in place of names in code that is bundled or tested.
import { SCAN_MODULE } from './scanModule.mjs';
import { SETTING_TEXTS } from './settingTexts.mjs';

/** For the `define` of a bundler. */
export const DEFINES = { ...SETTING_TEXTS, ...SCAN_MODULE };
