import * as vscode from 'vscode';
import type { HealthFinding } from '../../core/memory/health';

/** What a fix does, in words. */
export function fixWords({ fix: mend }: HealthFinding): string {
	switch (mend.kind) {
		case 'shorten':
			return vscode.l10n.t('Move the overflow to more-memories.md');
		case 'addPointer':
			return vscode.l10n.t('Add a line to MEMORY.md');
		case 'removeLine':
			return vscode.l10n.t('Remove the line');
		case 'trash':
			return vscode.l10n.t('Move the memory to the trash');
		case 'redact':
			return vscode.l10n.t('Remove the secret');
		case 'move':
			return vscode.l10n.t('Move to the right folder');
	}
}
