import { hookMain } from '../node/hookRuns/hookMain';
import { sessionEnd } from '../node/hookRuns/sessionEnd';

hookMain('SessionEnd', sessionEnd);
