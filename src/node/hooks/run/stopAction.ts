// The Stop hook in the frame of the other hooks: by hand, on the command line.
import type { HookContext } from './hookRun';
import { catchTurn } from './stop';

export function stop({ payload, claude, project, clock }: HookContext): Promise<string> {
	return catchTurn({ payload, claude: () => claude, folder: project.folder, nowMs: clock.now() });
}
