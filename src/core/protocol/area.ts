// Which completed tasks belong to the same feature or area: the same category, and either a file or folder in common or
// titles that share half of their words.
import { topicWords } from '../base/prose';
import type { ProtocolTask } from './protocol';

/** Tasks by area, in the given order. Belonging together is transitive: a with b and b with c means a with c. */
export function areasOf(tasks: readonly ProtocolTask[]): readonly (readonly ProtocolTask[])[] {
	const leader = tasks.map((_, i) => i);
	const find = (i: number): number => {
		let at = i;
		while (leader[at] !== at) at = leader[at] ?? at;
		leader[i] = at;
		return at;
	};
	const join = (a: number, b: number): void => {
		const [first, second] = [find(a), find(b)];
		leader[Math.max(first, second)] = Math.min(first, second);
	};
	const firstAt = new Map<string, number>();
	const words = tasks.map((task) => new Set(topicWords(task.title)));
	const byCategory = new Map<string, number[]>();
	tasks.forEach((task, i) => {
		const category = task.category ?? '';
		for (const place of placesOf(task)) {
			const key = `${category}\n${place}`;
			const first = firstAt.get(key);
			if (first === undefined) firstAt.set(key, i);
			else join(first, i);
		}
		const same = byCategory.get(category) ?? [];
		for (const other of same) if (find(other) !== find(i) && shareHalf(words[other], words[i])) join(other, i);
		byCategory.set(category, [...same, i]);
	});
	const areas = new Map<number, ProtocolTask[]>();
	tasks.forEach((task, i) => areas.set(find(i), [...(areas.get(find(i)) ?? []), task]));
	return [...areas.values()];
}

/** A task's files without line numbers. */
export function filesOf(task: ProtocolTask): readonly string[] {
	return (task.files ?? []).map((file) => file.replace(/(?::\d+(?:-\d+)?)+$/u, '').replace(/^\.\//u, ''));
}

/** Files and their folders. The top folder is left out: everything is below it. */
function placesOf(task: ProtocolTask): readonly string[] {
	return filesOf(task).flatMap((file) => {
		const folder = file.slice(0, Math.max(0, file.replace(/\/$/u, '').lastIndexOf('/')));
		return ['', '~', '.', '..'].includes(folder) ? [file] : [file, `${folder}/`];
	});
}

function shareHalf(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): boolean {
	if (a === undefined || b === undefined) return false;
	const shared = [...a].filter((word) => b.has(word)).length;
	return shared > 0 && shared * 2 >= Math.max(a.size, b.size);
}

/** The name of an area: the words that most of its titles share, else the folder, else nothing. */
export function areaTitle(tasks: readonly ProtocolTask[]): string | undefined {
	const counts = new Map<string, number>();
	for (const task of tasks) for (const word of topicWords(task.title)) counts.set(word, (counts.get(word) ?? 0) + 1);
	const common = [...counts].filter(([, count]) => count * 2 > tasks.length && count > 1).map(([word]) => word);
	const [first] = tasks;
	const spelled = common.flatMap((word) => {
		const as = tasks
			.flatMap((task) => task.title.match(/[\p{L}\p{N}_]+/gu) ?? [])
			.find((each) => each.toLowerCase() === word);
		return as === undefined ? [] : [as];
	});
	if (spelled.length > 0) return sentenceCase(spelled.join(' '));
	const folders = first === undefined ? [] : placesOf(first).filter((place) => place.endsWith('/'));
	return folders.find((folder) => tasks.every((task) => placesOf(task).includes(folder)));
}

function sentenceCase(text: string): string {
	return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
