import { stopMain } from '../node/hooks/run/stopMain';

void stopMain();
