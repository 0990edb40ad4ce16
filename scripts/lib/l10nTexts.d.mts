/** Each once, sorted. */
export function l10nTexts(): string[];
