// What VS Code runs after the extension was uninstalled: takes our hooks out of the person's own settings. Projects keep
// theirs, because the command line may still be in use; without the launcher's folder they do nothing. Says nothing and
// always ends well: there is nobody to read it.
import { planUninstall, carryOut } from '../node/hooks/hookInstaller';
import { findClaudeHome } from '../node/claude/claudeHome';
import { findProject } from '../node/project/project';
import { settingsPlace } from '../node/project/settingsFile';
import { systemClock } from '../node/base/systemClock';

async function uninstall(): Promise<void> {
	const claude = findClaudeHome(process.env);
	const place = settingsPlace(claude, await findProject(claude, claude.userHome, { isExplicit: true }), 'user');
	const plan = await planUninstall(claude, place);
	if (plan.ok) await carryOut(claude, plan.value, systemClock);
}

uninstall().catch(() => undefined);
