import type { TestSequencerConstructor } from 'vitest/node';

export declare function longestFirst(long: RegExp): TestSequencerConstructor;
