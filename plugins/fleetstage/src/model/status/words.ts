import type { SvgIconComponent } from '@mui/icons-material';
import type { Tone } from './tone';

/** How a state looks; its words are under the same key in the translations. */
export interface StatusLook<Key extends string = string> {
  readonly label: Key;
  readonly icon: SvgIconComponent;
  readonly tone: Tone;
  /** Nothing more will happen to it. */
  readonly isEnd: boolean;
}

export type Acts = 'engine' | 'approver' | 'appOwner' | 'clusterOwner' | 'operator';
