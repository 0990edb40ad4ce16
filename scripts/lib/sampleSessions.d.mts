export function processStart(pid: number | undefined): string | undefined;
