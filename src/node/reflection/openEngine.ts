// From the name of an engine to the engine, for everything but VS Code's own language models.
import path from 'node:path';
import type { EngineName } from '../../core/reflection/engine';
import type { ReflectionSettings } from '../../core/reflection/settings';
import type { ClaudeHome } from '../claude/claudeHome';
import { claudeEngine } from './engines/claudeEngine';
import type { AnthropicEngineOptions } from './engines/anthropicEngine';
import type { LanguageModelEngine } from './engines/languageModel';

interface EngineOptions {
	readonly claude: ClaudeHome;
	/** How Claude Code is started. */
	readonly command: string;
	readonly settings: Pick<ReflectionSettings, 'model' | 'budgetUsd' | 'timeoutSeconds'>;
	/** The key of the API, wherever it is kept. */
	readonly apiKey: () => Promise<string | undefined>;
	/** Folder of our bundles. */
	readonly dist: string;
}

/** @returns nothing for the built-in rules. @throws Error that says what is missing. */
export async function openEngine(name: EngineName, options: EngineOptions): Promise<LanguageModelEngine | undefined> {
	const { claude, command } = options;
	const { model, budgetUsd, timeoutSeconds } = options.settings;
	const timeoutMs = timeoutSeconds * 1_000;
	switch (name) {
		case 'builtin':
			return undefined;
		case 'claude':
			if (claude.env['CLAUDE_CODE_CHILD_SESSION'] === '1')
				throw new Error(
					'A Claude Code session does not start another one. Run this outside of it, or use the built-in engine.',
				);
			return claudeEngine({ claude, command, model, budgetUsd, timeoutMs });
		case 'anthropic': {
			const apiKey = await options.apiKey();
			if (apiKey === undefined || apiKey === '') throw new Error('No Anthropic API key is set.');
			// A bundle of its own, so that nobody else loads it.
			const bundle = (await import(path.join(options.dist, 'anthropicEngine.js'))) as {
				anthropicEngine(options: AnthropicEngineOptions): LanguageModelEngine;
			};
			return bundle.anthropicEngine({ apiKey, model, timeoutMs, baseUrl: claude.env['ANTHROPIC_BASE_URL'] });
		}
		case 'vscode':
			throw new Error('The language models of VS Code are there in VS Code only.');
	}
}
