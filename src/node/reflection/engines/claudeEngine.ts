// The person's own `claude`, headless: without tools, hooks, memory, project instructions or a session of its own. It runs
// in an empty folder of ours, marked, so that our hooks know it, and with a limit of money and of time.
import { unlink } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type EngineAnswer, type EngineFailure, failure } from '../../../core/reflection/engine';
import { asNumber, asRecord, asText, ok, parseObject, type Result } from '../../../core/base/result';
import { writeNew } from '../../base/atomicFile';
import type { ClaudeHome } from '../../claude/claudeHome';
import { readJsonObject } from '../../project/claudeSettings';
import { findOnPath } from '../../project/gitRepository';
import { reflectionHome } from '../reflectionHome';
import { type GuardedResult, runGuarded } from './guard';
import type { LanguageModelEngine } from './languageModel';
import { makePrivateFolder } from '../../project/privateFolder';

interface ClaudeEngineOptions {
	readonly claude: ClaudeHome;
	/** As the person set it: a name to be found on the PATH, or an absolute path. */
	readonly command: string;
	/** Empty: a small and cheap one. */
	readonly model: string;
	readonly budgetUsd: number;
	readonly timeoutMs?: number;
}

const TIMEOUT_MS = 180_000;
/** What of the person's own settings it takes to sign in. Everything else stays behind, their hooks first of all. */
const SIGN_IN_SETTINGS = [
	'apiKeyHelper',
	'awsAuthRefresh',
	'awsCredentialExport',
	'forceLoginMethod',
	'forceLoginOrgUUID',
];
const SIGN_IN_VARIABLES =
	/^(?:ANTHROPIC_|AWS_|GOOGLE_|VERTEX_|CLOUD_ML_|CLAUDE_CODE_(?:USE_|SKIP_.*_AUTH|OAUTH_|CLIENT_|API_KEY)|HTTPS?_PROXY|NO_PROXY|NODE_EXTRA_CA_CERTS)/iu;
/** What one Claude tells another about itself, and what would make the child something other than Claude. */
const LEFT_BEHIND =
	/^(?:CLAUDECODE|CLAUDE_CODE_(?:CHILD_SESSION|ENTRYPOINT|SESSION|SSE_PORT|TASK_LIST_ID|ENABLE_|FORCE_|RESUME|REMOTE|PARENT).*|CLAUDE_PROJECT_DIR|CLAUDE_ENV_FILE|NODE_OPTIONS|NODE_INSPECT.*|ELECTRON_.*|VSCODE_.*)$/u;

export function claudeEngine(options: ClaudeEngineOptions): LanguageModelEngine {
	return {
		name: 'claude',
		async ask({ system, prompt, schema }, signal) {
			const { claude } = options;
			const program = await programOf(options);
			if (program === undefined) return failure(`${options.command} was not found on the PATH.`, '');
			const folder = path.join(reflectionHome(claude), 'empty');
			const settings = path.join(
				reflectionHome(claude),
				`claude-${process.pid}-${randomBytes(4).toString('hex')}.json`,
			);
			try {
				await makePrivateFolder(claude.keeperHome, folder);
				// In a file and not among the arguments, where every program could read what signs the person in.
				await writeNew(settings, JSON.stringify(await settingsOf(claude)), 0o600);
				const args = [
					'-p',
					...['--output-format', 'json'],
					...['--json-schema', JSON.stringify(schema)],
					'--no-session-persistence',
					...['--setting-sources', ''],
					...['--settings', settings],
					...['--tools', ''],
					'--strict-mcp-config',
					'--disable-slash-commands',
					...['--model', options.model === '' ? 'haiku' : options.model],
					...['--max-turns', '3'],
					...['--max-budget-usd', String(options.budgetUsd)],
					...['--system-prompt', system],
				];
				const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
				const env = environmentOf(claude, timeoutMs);
				return answerIn(
					await runGuarded({ command: program, args, cwd: folder, env, input: prompt, timeoutMs }, signal),
				);
			} catch (error) {
				return failure('Claude Code could not be started.', error instanceof Error ? error.message : '');
			} finally {
				await unlink(settings).catch(() => undefined);
			}
		},
	};
}

/** Only absolute places: nothing that a repository brings is ever started. */
async function programOf({ command, claude }: ClaudeEngineOptions): Promise<string | undefined> {
	if (path.isAbsolute(command)) return command;
	return /[/\\]/u.test(command) ? undefined : findOnPath(command, claude.env);
}

/** What the child is told to be, and how its person signs in. */
async function settingsOf(claude: ClaudeHome): Promise<Readonly<Record<string, unknown>>> {
	const own = (await readJsonObject(path.join(claude.configDir, 'settings.json'))) ?? {};
	const kept = SIGN_IN_SETTINGS.flatMap((name) => (name in own ? [[name, own[name]]] : []));
	const env = Object.entries(asRecord(own['env']) ?? {}).filter(
		([name, value]) => SIGN_IN_VARIABLES.test(name) && typeof value === 'string',
	);
	return {
		...Object.fromEntries(kept),
		...(env.length === 0 ? {} : { env: Object.fromEntries(env) }),
		disableAllHooks: true,
		autoMemoryEnabled: false,
	};
}

function environmentOf(claude: ClaudeHome, timeoutMs: number): Readonly<Record<string, string>> {
	const own = Object.entries(claude.env).filter(
		(entry): entry is [string, string] => entry[1] !== undefined && !LEFT_BEHIND.test(entry[0]),
	);
	return {
		...Object.fromEntries(own),
		// Else a setting of ours that stands in for it would not hold for the child.
		...(claude.env['CLAUDE_CONFIG_DIR'] === undefined && claude.configDir === path.join(claude.userHome, '.claude')
			? {}
			: { CLAUDE_CONFIG_DIR: claude.configDir }),
		SESSION_KEEPER_REFLECTION: '1',
		CLAUDE_CODE_SKIP_PROMPT_HISTORY: '1',
		CLAUDE_CODE_MAX_RETRIES: '1',
		API_TIMEOUT_MS: String(Math.max(1_000, Math.floor(timeoutMs * 0.8))),
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
		DISABLE_AUTOUPDATER: '1',
	};
}

/** What the program printed. `subtype` says `success` of failures too, so it is not asked. @internal */
export function answerIn(result: GuardedResult): Result<EngineAnswer, EngineFailure> {
	const raw = `${result.stdout}\n${result.stderr}`.trim();
	if (result.ended === 'timeout') return failure('Claude Code did not answer in time.', raw);
	if (result.ended === 'aborted') return failure('The run was stopped.', raw);
	if (result.ended === 'flooded') return failure('Claude Code answered without end.', raw);
	if (result.ended === 'unstartable') return failure('Claude Code could not be started.', raw);
	// Wrong flags and the like say so on standard error, in words.
	const fields = parseObject(result.stdout);
	if (fields === undefined)
		return failure(`Claude Code ended with exit code ${result.code ?? '?'} and no answer.`, raw);
	const costUsd = asNumber(fields['total_cost_usd']);
	if (fields['is_error'] === true || result.code !== 0) return failureOf(fields, raw, costUsd);
	const value = fields['structured_output'];
	if (value === undefined || value === null) return failure('The answer had no structured part.', raw, costUsd);
	const usage = asRecord(fields['usage']);
	const [model] = Object.keys(asRecord(fields['modelUsage']) ?? {});
	return ok({
		value,
		model,
		costUsd,
		inputTokens: sum(usage, ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']),
		outputTokens: sum(usage, ['output_tokens']),
	});
}

function failureOf(
	fields: Readonly<Record<string, unknown>>,
	raw: string,
	costUsd: number | undefined,
): Result<never, EngineFailure> {
	const status = asNumber(fields['api_error_status']);
	const said = asText(fields['result']) ?? '';
	if (fields['subtype'] === 'error_max_budget_usd') return failure('The run reached its limit of money.', raw, costUsd);
	if (fields['subtype'] === 'error_max_turns')
		return failure('The model never gave the structured answer.', raw, costUsd);
	if (status === 401 || status === 403 || /not logged in|\/login|invalid api key/iu.test(said))
		return failure('Claude Code is not signed in.', raw, costUsd);
	return failure(`The API refused${status === undefined ? '' : ` with status ${status}`}.`, raw, costUsd);
}

function sum(usage: Readonly<Record<string, unknown>> | undefined, names: readonly string[]): number | undefined {
	return usage === undefined ? undefined : names.reduce((total, name) => total + (asNumber(usage[name]) ?? 0), 0);
}
