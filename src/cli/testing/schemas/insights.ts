// What tables and numbers print.
import * as z from 'zod/mini';
import { TABLE_NAMES } from '../../../core/insights/tables';
import { TABLE_FORMATS } from '../../../node/insights/partFile';
import { count, document, text } from './form';

export const INSIGHTS_DOCUMENTS = {
	export: document({
		exported: z.strictObject({
			to: text,
			format: z.enum(TABLE_FORMATS),
			rows: z.strictObject(Object.fromEntries(TABLE_NAMES.map((name) => [name, count]))),
			sessions: count,
			written: count,
			removed: count,
			kept: count,
			bytes: count,
			read: count,
		}),
	}),
};
