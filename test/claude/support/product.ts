// What the extension calls, for tests that stand in for it.
export { backUpMissed } from '../../../src/node/backupMissed';
export { findClaudeHome } from '../../../src/node/claudeHome';
export { findProject } from '../../../src/node/project';
export { systemClock } from '../../../src/node/systemClock';
export { measureIndex } from '../../../src/core/memory/indexMeter';
