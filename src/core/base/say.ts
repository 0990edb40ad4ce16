// Texts of the core that an editor shows. The core says them in English; a face that has translations says its own.

type Value = string | number;
type Say = (text: string, ...values: readonly Value[]) => string;

let speaker: Say = (text, ...values) => text.replace(/\{(\d)\}/gu, (_whole, at) => String(values[Number(at)] ?? ''));

/**
 * A text in the language of the face. Ask when it is shown, never while a file is loaded.
 * @param text in English, with `{0}` for the first value; a literal, because translators are given what stands here.
 */
export function say(text: string, ...values: readonly Value[]): string {
	return speaker(text, ...values);
}

/** Has all texts of the core said in another language. @param translate fills the values in, too. */
export function speakThrough(translate: Say): void {
	speaker = translate;
}
