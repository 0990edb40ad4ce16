/** A file of plain text, as a bundler takes it in. */
declare module '*.txt' {
	const text: string;
	export default text;
}
