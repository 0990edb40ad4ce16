// The command line as one program, which keeps nothing of its answers: what a test kills, counts or starts with its own files.
import { main } from '../main';
import { processOutput } from '../output';

void main({ env: process.env, output: processOutput, spoil: () => undefined, keep: () => undefined });
