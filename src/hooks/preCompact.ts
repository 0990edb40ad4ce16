import { hookMain } from '../node/hookRuns/hookMain';
import { preCompact } from '../node/hookRuns/preCompact';

hookMain('PreCompact', preCompact);
