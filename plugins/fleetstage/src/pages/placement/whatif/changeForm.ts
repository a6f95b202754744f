import type { Placement } from '../../../model/placement/now';
import type { Change } from '../../../model/whatif/change';

/** What every form of a change gets. */
export interface ChangeFormProps {
  readonly placement: Placement;
  readonly change: Change;
  readonly onDone: (next: Change) => void;
  readonly onCancel: () => void;
}
