/** Whether a process has its home in this folder. Where the system does not tell, nobody has. */
export function isAnyoneIn(home: string): boolean;
