import { existsSync, readFileSync, readdirSync } from 'node:fs';

/** Whether a process has its home in this folder. Where the system does not tell, nobody has. @param {string} home */
export function isAnyoneIn(home) {
	const pids = existsSync('/proc/self/environ') ? readdirSync('/proc').filter((name) => /^\d+$/u.test(name)) : [];
	return pids.some((pid) => {
		try {
			return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${home}\0`);
		} catch {
			return false;
		}
	});
}
