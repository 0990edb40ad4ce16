// What VS Code runs after the extension was uninstalled: takes our hooks out of the person's own settings, and our link
// off the PATH. Projects keep
// theirs, because the command line may still be in use; without the launcher's folder they do nothing. Says nothing and
// always ends well: there is nobody to read it.
import { planUninstallation } from '../../node/hooks/installation';
import { findClaudeHome } from '../../node/claude/claudeHome';
import { removePathLink } from '../../node/keeper/pathLink';
import { findProject } from '../../node/project/project';
import { systemClock } from '../../node/base/systemClock';

async function uninstall(): Promise<void> {
	const claude = findClaudeHome(process.env);
	const project = await findProject(claude, claude.userHome, { isExplicit: true });
	const planned = await planUninstallation(claude, project, systemClock, { scope: 'user' });
	if (planned.ok) for (const change of planned.value) await change.carryOut();
	await removePathLink(claude);
}

uninstall().catch(() => undefined);
