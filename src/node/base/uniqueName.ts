/** Random hexadecimal digits, two for each byte. Node's cryptography takes as long to load as a list of parked items to print. */
export async function randomHex(bytes: number): Promise<string> {
	const { randomBytes } = await import('node:crypto');
	return randomBytes(bytes).toString('hex');
}
