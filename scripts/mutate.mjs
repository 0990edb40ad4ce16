// How much of `src/core` the tests hold: faults by chance, one at a time, and whether a test of what imports the file fails.
// A mutant that survives says where a test is missing, or that the code does not matter.
// usage: node scripts/mutate.mjs [--count 60] [--seed 1] [part of a file's path]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { inRoot, root } from './lib/paths.mjs';
import { toolEnvironment } from './lib/process.mjs';
import { runMain, say } from './lib/terminal.mjs';
import { seeded } from './lib/seeded.mjs';

/** For the tests of one mutant. Milliseconds. */
const LIMIT_MS = 180_000;
const { SyntaxKind: Kind } = ts;
const OPPOSITE = new Map([
	[Kind.EqualsEqualsEqualsToken, '!=='],
	[Kind.ExclamationEqualsEqualsToken, '==='],
	[Kind.LessThanToken, '<='],
	[Kind.LessThanEqualsToken, '<'],
	[Kind.GreaterThanToken, '>='],
	[Kind.GreaterThanEqualsToken, '>'],
	[Kind.AmpersandAmpersandToken, '||'],
	[Kind.BarBarToken, '&&'],
	[Kind.PlusToken, '-'],
	[Kind.MinusToken, '+'],
]);

/** What may be changed at a node, or undefined. Offsets are those of the text that stands there now. */
function mutationOf(node, source) {
	const of = (part, text) => ({ start: part.getStart(source), end: part.getEnd(), text });
	if (ts.isBinaryExpression(node)) {
		const { kind } = node.operatorToken;
		// A sum of texts has no difference.
		const isText = kind === Kind.PlusToken && /['"`]/.test(node.getText(source));
		return OPPOSITE.has(kind) && !isText ? of(node.operatorToken, OPPOSITE.get(kind)) : undefined;
	}
	if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
		const condition = node.expression ?? node.condition;
		return of(condition, `!(${condition.getText(source)})`);
	}
	if (node.kind === Kind.TrueKeyword) return of(node, 'false');
	if (node.kind === Kind.FalseKeyword) return of(node, 'true');
	if (ts.isNumericLiteral(node)) return of(node, `(${node.text} + 1)`);
	// What a branch does is left out.
	if (ts.isExpressionStatement(node) || (ts.isReturnStatement(node) && node.expression === undefined))
		return of(node, ';');
	return undefined;
}

/** Every place of a file at which it may be changed. Types, and what is thrown at people who program, are no behaviour. */
function mutationsIn(file) {
	const text = readFileSync(file, 'utf8');
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const found = [];
	const visit = (node) => {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isThrowStatement(node)) return;
		const mutation = mutationOf(node, source);
		const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
		if (mutation !== undefined) found.push({ file, line, ...mutation });
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** @returns whether a test failed, or never ended, while the file was as the mutant has it. */
async function isKilled({ file, start, end, text }) {
	const before = readFileSync(file, 'utf8');
	const flags = ['related', '--run', '--project=core', '--bail=1', '--passWithNoTests', '--update=none', file];
	try {
		writeFileSync(file, before.slice(0, start) + text + before.slice(end));
		// Of a group of its own: a mutant may go round for ever, and then its workers end with it.
		const args = [inRoot('node_modules/vitest/vitest.mjs'), ...flags];
		const child = spawn(process.execPath, args, { cwd: root, env: toolEnvironment(), stdio: 'ignore', detached: true });
		const giveUp = () => process.kill(-child.pid, 'SIGKILL');
		const limit = setTimeout(giveUp, LIMIT_MS);
		stop = giveUp;
		const [code] = await once(child, 'exit');
		clearTimeout(limit);
		return code !== 0;
	} finally {
		writeFileSync(file, before);
	}
}

/** Whoever stops it gets the files back as they were. */
let stop = () => undefined;
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'])
	process.on(signal, () => {
		isStopped = true;
		stop();
	});

await runMain(async () => {
	const { values, positionals } = parseArgs({
		options: { count: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
		allowPositionals: true,
	});
	const files = readdirSync(inRoot('src/core'), { recursive: true })
		.map((name) => path.join('src/core', name).replaceAll(path.sep, '/'))
		.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('/testing/'))
		.filter((name) => positionals.every((part) => name.includes(part)))
		.sort();
	const all = files.flatMap((name) => mutationsIn(inRoot(name)));
	const random = seeded(Number(values.seed));
	const picked = [];
	while (picked.length < Number(values.count) && all.length > 0)
		picked.push(...all.splice(Math.floor(random() * all.length), 1));
	say(`${picked.length} of ${picked.length + all.length} mutants of ${files.length} files, seed ${values.seed}`);
	let killed = 0;
	for (const mutant of picked) {
		const before = readFileSync(mutant.file, 'utf8').slice(mutant.start, mutant.end).split('\n')[0];
		const hit = await isKilled(mutant);
		if (isStopped) return 130;
		if (hit) killed++;
		const place = `${path.relative(root, mutant.file)}:${mutant.line}`;
		say(`${hit ? '✓ killed  ' : '✗ SURVIVED'} ${place}: ${before} → ${mutant.text.split('\n')[0]}`);
	}
	say(`Mutation score of src/core: ${killed} of ${picked.length} (${Math.round((100 * killed) / picked.length)} %)`);
	return 0;
});
