// The command line, whole: `session-keeper <group> <verb>`. A list of parked items does not even wait for this file to be
// compiled: see start.ts.
import { GROUPS } from './groups';
import { start } from './program';

start(GROUPS);
