import { stopMain } from '../node/hookRuns/stopMain';

void stopMain();
