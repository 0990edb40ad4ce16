/** Those that there is a translation into, as VS Code names them in files. */
export const LANGUAGES: readonly string[];
/** Each once, sorted. */
export function l10nTexts(): string[];
