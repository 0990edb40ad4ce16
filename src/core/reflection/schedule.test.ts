import { expect, test } from 'vitest';
import { launchdAgent, systemdService, systemdTimer } from './schedule';

const PARTS = {
	command: ['/opt/node 20/bin/node', '/home/jane & $co/.claude/100% <sure>/cli.js', 'reflect', '--idle'],
	everyMinutes: 10,
	env: { PATH: '/usr/bin:/bin', NAME: 'a "b" $HOME\\' },
	logFile: '/home/jane & co/schedule.log',
};

test('a launchd agent is a property list in which no path means anything else', () => {
	const agent = launchdAgent(PARTS);
	expect(agent).toContain('<string>/home/jane &amp; $co/.claude/100% &lt;sure&gt;/cli.js</string>');
	expect(agent).toContain('<key>StartInterval</key>\n\t<integer>600</integer>');
	expect(agent).not.toMatch(/&(?!amp;|lt;|gt;)/u);
});

test('a systemd service starts exactly these words: no specifier, no variable, no second word', () => {
	const service = systemdService(PARTS);
	expect(service).toContain(
		'ExecStart="/opt/node 20/bin/node" "/home/jane & $$co/.claude/100%% <sure>/cli.js" "reflect" "--idle"',
	);
	expect(service).toContain('Environment="NAME=a \\"b\\" $HOME\\\\"');
	expect(service).toContain('KillMode=control-group');
	expect(systemdTimer(PARTS)).toContain('OnUnitActiveSec=10min');
});
