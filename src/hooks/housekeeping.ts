import { housekeepingMain } from '../node/hookRuns/housekeeping';

housekeepingMain(process.argv[2], process.argv[3]);
