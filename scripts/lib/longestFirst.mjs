// Which files of tests begin first. Of few that take long, one that came last would go on alone when all else is done.
import { BaseSequencer } from 'vitest/node';

/**
 * @param {RegExp} long matches the paths of the files that take longest
 * @returns a sequencer of vitest; where no run has measured the others yet, it goes by the size of the files
 */
export const longestFirst = (long) =>
	class extends BaseSequencer {
		async sort(files) {
			const isLong = ({ moduleId }) => long.test(moduleId);
			return (await super.sort(files)).sort((one, other) => isLong(other) - isLong(one));
		}
	};
