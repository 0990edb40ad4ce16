// Around each file. Files of a worker share the harness, with its windows; these must be told of every file anew.
import { afterAll, afterEach } from 'vitest';
import { afterFile, afterTest } from './harness.mjs';

afterEach(afterTest);
afterAll(afterFile);
