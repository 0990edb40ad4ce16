import { hookMain } from '../node/hooks/run/hookMain';
import { sessionStart } from '../node/hooks/run/sessionStart';

hookMain('SessionStart', sessionStart);
