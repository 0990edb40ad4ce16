// A timer of the operating system that reflects while no editor is open: a launchd agent, or a systemd user timer. This
// file only makes the texts; others write them and register the timer.

export const LAUNCHD_LABEL = 'session-keeper.reflect';
export const SYSTEMD_NAME = 'session-keeper-reflect';

export interface ScheduleParts {
	/** Program and arguments, absolute. */
	readonly command: readonly string[];
	readonly everyMinutes: number;
	/** What the command needs to find Claude Code and its files. */
	readonly env: Readonly<Record<string, string>>;
	/** The file for its output. */
	readonly logFile: string;
}

export function launchdAgent({ command, everyMinutes, env, logFile }: ScheduleParts): string {
	const string = (text: string): string => `<string>${xml(text)}</string>`;
	return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key>
	${string(LAUNCHD_LABEL)}
	<key>ProgramArguments</key>
	<array>
${command.map((each) => `\t\t${string(each)}`).join('\n')}
	</array>
	<key>EnvironmentVariables</key>
	<dict>
${Object.entries(env)
	.map(([name, value]) => `\t\t<key>${xml(name)}</key>\n\t\t${string(value)}`)
	.join('\n')}
	</dict>
	<key>StartInterval</key>
	<integer>${everyMinutes * 60}</integer>
	<key>ProcessType</key>
	<string>Background</string>
	<key>LowPriorityIO</key>
	<true/>
	<key>StandardOutPath</key>
	${string(logFile)}
	<key>StandardErrorPath</key>
	${string(logFile)}
</dict>
</plist>
`;
}

export function systemdService({ command, env, logFile }: ScheduleParts): string {
	return `[Unit]
Description=Session Keeper: reflect on Claude Code sessions that were left without a hand-off

[Service]
Type=oneshot
ExecStart=${command.map(quotedWord).join(' ')}
${Object.entries(env)
	.map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`)
	.join('\n')}
StandardOutput=append:${logFile.replace(/%/gu, '%%')}
StandardError=append:${logFile.replace(/%/gu, '%%')}
Nice=10
# Nothing that was started may outlive a run.
KillMode=control-group
TimeoutStartSec=30min
`;
}

export function systemdTimer({ everyMinutes }: ScheduleParts): string {
	return `[Unit]
Description=Session Keeper: look every ${everyMinutes} minutes for sessions to reflect on

[Timer]
OnBootSec=5min
OnUnitActiveSec=${everyMinutes}min
AccuracySec=1min

[Install]
WantedBy=timers.target
`;
}

/** One word for systemd, with specifiers escaped. */
function quoted(text: string): string {
	return `"${text.replace(/\\/gu, '\\\\').replace(/"/gu, '\\"').replace(/%/gu, '%%').replace(/\n/gu, '\\n')}"`;
}

/** The same for a command line, where variables would be expanded. */
function quotedWord(text: string): string {
	return quoted(text).replace(/\$/gu, '$$$$');
}

function xml(text: string): string {
	return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/>/gu, '&gt;');
}
