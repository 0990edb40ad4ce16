// Whether hooks of ours can run here, as far as settings and the launcher's file say. Doctor looks further.
import type { IdleReason } from '../keeper/idleHooks';
import { type InstalledFacts, hasOurs } from './doctorFacts';

/**
 * Why no hook of ours runs in sessions that are started here.
 * @returns the first reason; nothing where nothing keeps the hooks from running.
 */
export function whyIdle(
	facts: Pick<InstalledFacts, 'settings' | 'plugin' | 'launcher' | 'pluginLauncher'>,
): IdleReason | undefined {
	const { settings, plugin, launcher, pluginLauncher } = facts;
	const ours = settings.filter(hasOurs);
	if (plugin === undefined && ours.length === 0) return 'notInstalled';
	if (settings.some(({ disablesHooks, isReadHere }) => disablesHooks && isReadHere)) return 'disabled';
	if (plugin !== undefined) return pluginLauncher?.isInstalled === false ? 'launcherMissing' : undefined;
	const here = ours.filter(({ isReadHere }) => isReadHere);
	if (here.length === 0) return 'notReadHere';
	if (here.every(({ isReadByClaude }) => !isReadByClaude)) return 'notStrict';
	// An organisation's may start one that is elsewhere.
	return launcher.isInstalled || here.some(({ scope }) => scope === 'managed') ? undefined : 'launcherMissing';
}
