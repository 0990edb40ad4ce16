import { hookMain } from '../node/hooks/run/hookMain';
import { preCompact } from '../node/hooks/run/preCompact';

hookMain('PreCompact', preCompact);
