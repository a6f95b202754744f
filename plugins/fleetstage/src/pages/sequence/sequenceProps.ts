import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

export type Sequence = Schemas['Sequence'];

export interface SequenceProps {
  readonly sequence: Sequence;
}

export interface SequenceDialogProps extends SequenceProps {
  readonly onClose: () => void;
}
