// What `session-keeper` starts. Compiling the code of all groups takes as long as Node itself takes to start, so the group
// that is asked for all day is in this bundle, and the others are in one beside it.
import { start } from './program';

if (process.argv[2] === 'parked') start({ parked: async () => (await import('./parked')).parked });
else void import('./groups').then(({ GROUPS }) => start(GROUPS));
