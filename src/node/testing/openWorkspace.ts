// The open folders of a window without a window, for tests of what is shown of them.
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { openRedactor } from '../privacy/openRedactor';
import { SessionsStore } from '../sessions/sessionsStore';
import { WorkspaceStore } from '../workspace/workspaceStore';
import { NOW_MS, type Place } from './places';

export interface OpenWorkspace {
	readonly claude: Place['claude'];
	readonly clock: FakeClock;
	readonly logger: RecordingLogger;
	readonly sessions: SessionsStore;
	readonly workspace: WorkspaceStore;
	dispose(): void;
}

/** Opens folders, and reads what is there of them and of their sessions. */
export async function openWorkspace({ claude }: Place, folders: readonly string[]): Promise<OpenWorkspace> {
	const clock = new FakeClock(NOW_MS);
	const logger = new RecordingLogger();
	const sessions = new SessionsStore({ claude, clock, logger, redactor: () => openRedactor(claude) });
	const never = (): boolean => false;
	const workspace = new WorkspaceStore({ claude, sessions, clock, logger, mayExpire: never, isTrusted: never });
	await workspace.open(folders);
	await sessions.open(workspace.projects);
	return {
		claude,
		clock,
		logger,
		sessions,
		workspace,
		dispose: () => {
			workspace.dispose();
			sessions.dispose();
		},
	};
}
