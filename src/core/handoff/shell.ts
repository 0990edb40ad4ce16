// What a shell command did to the work, if its words plainly say so. A command that we cannot read with certainty is
// only recorded as a command.

export interface PrintedCommit {
	/** Short, as git printed it. */
	readonly hash: string;
	readonly branch: string;
	readonly subject: string;
}

/** Parts of a command line that run one after the other. */
function simpleCommands(command: string): readonly string[] {
	return command
		.slice(0, 4_000)
		.replace(/<<-?\s*(['"]?)(\w+)\1[^]*?\n\2\b/gu, '')
		.split(/\s*(?:&&|\|\||;|\n|(?<!\|)\|(?!\|))\s*/u)
		.map((part) =>
			part
				.trim()
				.replace(/^(?:[A-Z_][A-Z0-9_]*=\S+\s+)+/u, '')
				.replace(/(?:\s+[12&]?>(?:&[12]|\s*\/dev\/null))+$/u, ''),
		)
		.filter((part) => part !== '');
}

const UNDO =
	/^git (?:-C \S+ )?(?:reset --(?:hard|merge|keep)\b|revert\b|restore\b(?! --staged)|checkout (?:\S+ )?-- |stash(?: push\b.*| save\b.*| -u\b.*)?$|clean -\w*f)/u;

/** The part of a command that threw work away: `git reset --hard`, `git checkout -- file`, `git revert` and their like. */
export function undoneBy(command: string): string | undefined {
	return simpleCommands(command).find((part) => UNDO.test(part));
}

const CHECK =
	/^(?:npx |pnpm |yarn |bun |uv run |poetry run |bundle exec |python3? -m |sudo )?((?:npm|pnpm|yarn|bun) (?:run )?(?:-s |--silent )?(?:test|check|lint|build|typecheck|ci)\b\S*|vitest|jest|mocha|playwright test|tsc\b|eslint|biome (?:check|lint|ci)|node --test|pytest|tox|unittest|ruff check|mypy|go (?:test|vet|build)|cargo (?:test|check|clippy|build)|make (?:test|check|lint)|ctest|rspec|phpunit|mvn (?:test|verify)|(?:\.\/)?gradlew? (?:test|check|build)|dotnet (?:test|build)|swift test|mix test|bats|shellcheck|deno (?:test|check|lint))\b/u;
/** A script of the project that runs its tests, with whatever program. */
const TEST_SCRIPT = /^(?:npm|pnpm|yarn|bun|make) test$/u;
const TESTS = /test|jest|mocha|tox|rspec|phpunit|bats/u;

/** The part of a command that tests, checks or builds. */
export function checkIn(command: string): string | undefined {
	return simpleCommands(command).find((part) => CHECK.test(part));
}

/**
 * Whether a check has looked at everything that an earlier one looked at: the same program, or a script that runs all tests,
 * on as much. What it was given besides (how often, how many at once) makes no difference.
 */
export function coversCheck(later: string, earlier: string): boolean {
	const [now, then] = [partsOf(later), partsOf(earlier)];
	const isSame = now.program === then.program || (TEST_SCRIPT.test(now.program) && TESTS.test(then.program));
	return isSame && (now.on.length === 0 || (then.on.length > 0 && then.on.every((each) => now.on.includes(each))));
}

/** The program of a check, and what it was told to look at, an option with a value included (`--grep=x`); nothing for all. */
function partsOf(check: string): { readonly program: string; readonly on: readonly string[] } {
	const [whole = '', program = ''] = CHECK.exec(check) ?? [];
	const rest = check.slice(whole.length).split(/\s+/u);
	return {
		program: program.replace(/ (?:run|-s|--silent)(?= )/gu, ''),
		on: rest.filter((word) => /^[^-].*\p{L}|^\p{L}|^-.*=.*\p{L}/u.test(word) && word !== 'run'),
	};
}

/** Lines of a check's output that say how it went, two at most. */
export function verdictOf(output: string): readonly string[] {
	const lines = output
		.slice(-6_000)
		.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/gu, '')
		.split('\n')
		.map((line) => line.replace(/^[#\s✔✖×]+/u, '').trim())
		.filter((line) => line !== '' && line.length <= 200);
	const telling = lines.filter((line) =>
		/^(?:Tests?:?\s+\d|pass(?:ed)?:? \d|fail(?:ed|ures)?:? \d|\d+ (?:passed|failed|passing|failing|tests?|errors?|problems?|warnings?)|=+ .*(?:passed|failed|error).*=+$|(?:ok|FAIL|PASS|FAILED)\b|test result:|Found \d+ errors?|BUILD (?:SUCCESS|FAIL)|Tests run:)/u.test(
			line,
		),
	);
	return telling.slice(-2);
}

/** Commits that git reports. */
export function commitsIn(output: string): readonly PrintedCommit[] {
	return [
		...output.slice(0, 20_000).matchAll(/^\[(\S+(?: [a-z]+)?)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (\S.*)$/gmu),
	].map(([, branch = '', hash = '', subject = '']) => ({ branch, hash, subject }));
}

/** Files that `rm`, `git rm` and `git mv` name without wild cards, as they were written. */
export function removedBy(command: string): readonly string[] {
	return simpleCommands(command).flatMap((part) => {
		const words = part.split(/\s+/u);
		const isMove = /^git mv\b/u.test(part);
		const names = /^git (?:rm|mv)\b/u.test(part) ? words.slice(2) : /^rm\b/u.test(part) ? words.slice(1) : [];
		const files = names.filter((word) => !word.startsWith('-') && /^[\w@%+=:,./-]+$/u.test(word));
		return isMove ? files.slice(0, -1) : files;
	});
}
