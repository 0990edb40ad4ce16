// Writes the little YAML that parked items carry. Written by hand on purpose: a sample must not depend on the very
// parser that it is there to try.

/** Front matter with one level of nesting; keys whose value is undefined are left out. */
export function stringify(values) {
	return ['---', ...lines(values, ''), '---', ''].join('\n');
}

function lines(values, indent) {
	return Object.entries(values)
		.filter(([, value]) => value !== undefined)
		.flatMap(([key, value]) =>
			typeof value === 'object'
				? [`${indent}${key}:`, ...lines(value, `${indent}  `)]
				: [`${indent}${key}: ${scalar(value)}`],
		);
}

// JSON strings are YAML strings. Quoted only where YAML would read something else, as a person would.
const scalar = (value) => (/^[A-Za-z0-9][\w ,.;()/+'-]*$/.test(value) ? value : JSON.stringify(value));
