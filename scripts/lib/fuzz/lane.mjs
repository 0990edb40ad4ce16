// One target of the fuzzer in a process of its own: V8 counts what runs there, and what hangs can be ended.
import { corpusOf } from './corpus.mjs';
import { fuzz } from './fuzz.mjs';

const how = JSON.parse(process.argv[2]);
const { found, failures, ...counts } = await fuzz({ ...how, corpus: corpusOf(how.name) });
const inText = (bytes) => bytes.toString('base64');
process.send({
	...counts,
	found: found.map(inText),
	failures: failures.map(({ bytes, error }) => ({ bytes: inText(bytes), error })),
});
