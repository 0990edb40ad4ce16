// Characters for secrets that nobody has, joined at run time so that no scanner takes a file of tests for a leak.

/** `length` characters without order or repetition, the same on every run. */
export function noise(length: number, alphabet = 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYz'): string {
	let text = '';
	for (let i = 0, n = 7; i < length; i++, n = (n * 31 + 17) % 104_729) text += alphabet[n % alphabet.length] ?? '';
	return text;
}
export const hex = (length: number): string => noise(length, '0123456789abcdef');
export const join = (...parts: readonly string[]): string => parts.join('');
export const pem = (label: string, newline: string): string =>
	[
		`-----BEGIN ${label}-----`,
		join('MII', noise(61)),
		noise(64),
		noise(64),
		join(noise(30), '=='),
		`-----END ${label}-----`,
	].join(newline);
