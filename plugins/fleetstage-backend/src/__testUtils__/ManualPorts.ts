import { ManualTime } from '@fleetstage/applier/testing';
import type { Ports } from '../ports';

/** Time that passes when a test says so. Ids count up, jitter is 0.5. */
export class ManualPorts extends ManualTime implements Ports {
  private given = 0;

  readonly jitter = { next: () => 0.5 };
  readonly ids = {
    next: () => {
      this.given += 1;
      return `id-${this.given}`;
    },
  };
}
