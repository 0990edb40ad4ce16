// What the extension calls, for tests that stand in for it, and the command line within the process.
export { call } from '../../../src/cli/testing/inProcess';
export { backUpMissed } from '../../../src/node/backups/backupMissed';
export { findClaudeHome } from '../../../src/node/claude/claudeHome';
export { findProject } from '../../../src/node/project/project';
export { systemClock } from '../../../src/node/base/systemClock';
export { measureIndex } from '../../../src/core/memory/indexMeter';
