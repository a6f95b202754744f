import FiberManualRecord from '@mui/icons-material/FiberManualRecord';
import type { SvgIconComponent } from '@mui/icons-material';
import type { Tone } from './status/tone';

/** How an event of a timeline is shown. */
export interface EventLook {
  readonly icon: SvgIconComponent;
  readonly tone: Tone;
}

/** Of an event of a later engine. */
export const UNKNOWN_LOOK: EventLook = { icon: FiberManualRecord, tone: 'neutral' };
