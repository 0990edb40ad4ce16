import * as vscode from 'vscode';
import type { HealthFinding } from '../../core/memory/health';

/** What a fix does, in words. */
export function fixWords({ fix: mend }: HealthFinding): string {
	switch (mend.kind) {
		case 'shorten':
			return vscode.l10n.t('move what does not fit into more-memories.md');
		case 'addPointer':
			return vscode.l10n.t('add a line to MEMORY.md');
		case 'removeLine':
			return vscode.l10n.t('remove the line');
		case 'trash':
			return vscode.l10n.t('move the memory to the trash');
		case 'redact':
			return vscode.l10n.t('take the secret out');
		case 'move':
			return vscode.l10n.t('move the memory to where it belongs');
	}
}
