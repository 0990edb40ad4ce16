import { expect, test } from 'vitest';
import { isOwnFile } from './ownFiles';

test.each([
	'.claude/memory/session-2026-11-20-0915.md',
	'.claude/memory/.gitignore',
	'.claude/memory/active-context.md',
	'.claude/logs/session-archive.jsonl',
	'.claude/commands/document-and-save.md',
	'.claude/skills/managing-session-continuity/SKILL.md',
	'.temp/.gitignore',
	'.temp/output-session-summary-2026-11-21-2.md',
	'docs/sessions/.gitignore',
	'docs/sessions/1d15ee69-80c7-4496-aef1-0af73e0095c8.draft.md',
	'docs/sessions/1d15ee69-80c7-4496-aef1-0af73e0095c8-2.md',
	'session-protocol.json',
	// Of a folder that was named as the project.
	'packages/a/.claude/memory/session-2026-11-20-0915.md',
	'packages/a/.claude/commands/document-and-save.md',
])('%s is ours', (file) => expect(isOwnFile(file)).toBe(true));

test.each([
	'src/main.ts',
	'.claude/CLAUDE.md',
	'.claude/settings.json',
	'.claude/commands/deploy.md',
	'.temp/build.log',
	'docs/sessions/2026-notes.md',
	'packages/a/session-protocol.json',
	'my.claude/memory/x',
	'my.claude/.claude/settings.json',
])('%s is the person’s', (file) => expect(isOwnFile(file)).toBe(false));
