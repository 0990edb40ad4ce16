import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { soon } from '../../core/testing/soon';
import { systemClock } from '../base/systemClock';
import { ownSettingsPlace } from '../keeper/ownSettings';
import { reflectionSettingsPlace } from '../reflection/reflectionSettings';
import { newPlace } from '../testing/places';
import { NOTHING_FILED, followFiledSettings } from './filedSettings';

test('what another program writes into either file is known a moment later', async () => {
	const { claude } = newPlace();
	const reading = followFiledSettings({ claude, clock: systemClock, logger: new RecordingLogger() });
	onTestFinished(() => reading.dispose());
	await reading.refresh();
	expect(reading.current).toEqual(NOTHING_FILED);

	const write = (file: string, fields: object): void => {
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, JSON.stringify(fields));
	};
	write(ownSettingsPlace(claude).file, { idleMinutes: 7 });
	await soon(() => expect(reading.current.own).toEqual({ idleMinutes: 7 }));
	write(reflectionSettingsPlace(claude).file, { dailyCap: 3 });
	await soon(() => expect(reading.current.reflection).toEqual({ dailyCap: 3 }));
});
