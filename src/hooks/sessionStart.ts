import { hookMain } from '../node/hookRuns/hookMain';
import { sessionStart } from '../node/hookRuns/sessionStart';

hookMain('SessionStart', sessionStart);
