import { housekeepingMain } from '../node/hooks/run/housekeeping';

housekeepingMain(process.argv[2], process.argv[3]);
