import { hookMain } from '../node/hooks/run/hookMain';
import { sessionEnd } from '../node/hooks/run/sessionEnd';

hookMain('SessionEnd', sessionEnd);
