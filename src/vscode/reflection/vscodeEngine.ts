// A language model that VS Code offers, such as Copilot's. VS Code asks the person itself before the first request.
import * as vscode from 'vscode';
import { failure } from '../../core/reflection/engine';
import { jsonIn } from '../../core/reflection/jsonIn';
import { ok } from '../../core/base/result';
import type { LanguageModelEngine } from '../../node/reflection/engines/languageModel';

const TIMEOUT_MS = 120_000;
/** No hand-off is longer. */
const MAX_CHARACTERS = 200_000;

/** @param family of the model that is wanted; empty for whichever comes first. */
export function vscodeEngine(family: string): LanguageModelEngine {
	return {
		name: 'vscode',
		async ask({ system, prompt, schema }, signal) {
			const [model] = await vscode.lm.selectChatModels(family === '' ? {} : { family });
			if (model === undefined) return failure('VS Code offers no language model.', '');
			const cancel = new vscode.CancellationTokenSource();
			const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
			const onAbort = (): void => cancel.cancel();
			limit.addEventListener('abort', onAbort);
			let text = '';
			try {
				const question = `${system}\n\n${prompt}\n\nAnswer with one JSON object and nothing else. Its JSON Schema:\n${JSON.stringify(schema)}`;
				const response = await model.sendRequest(
					[vscode.LanguageModelChatMessage.User(question)],
					{ justification: vscode.l10n.t('Drafts the hand-off of a Claude Code session.') },
					cancel.token,
				);
				for await (const part of response.text) {
					text += part;
					if (text.length > MAX_CHARACTERS) break;
				}
				if (limit.aborted)
					return failure(signal.aborted ? 'The run was stopped.' : 'The model did not answer in time.', text);
				const value = jsonIn(text);
				if (value === undefined) return failure('The answer had no structured part.', text);
				const inputTokens = await model.countTokens(question).then(Number, () => undefined);
				return ok({ value, model: model.id, costUsd: undefined, inputTokens, outputTokens: undefined });
			} catch (error) {
				if (limit.aborted)
					return failure(signal.aborted ? 'The run was stopped.' : 'The model did not answer in time.', text);
				const isForbidden = error instanceof vscode.LanguageModelError && error.code === 'NoPermissions';
				return failure(isForbidden ? 'VS Code may not use the model.' : 'The language model refused.', String(error));
			} finally {
				limit.removeEventListener('abort', onAbort);
				cancel.dispose();
			}
		},
	};
}
