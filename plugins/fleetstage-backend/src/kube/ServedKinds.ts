import type { KubeClient } from '@fleetstage/kube-client';
import { readServedKinds, type ServedKind } from './readServedKinds';

/** What a cluster serves changes with its CRDs only; this old it is still believed where nobody watches them. */
const FRESH_MS = 30_000;

/** The served kinds of the hub, read when they are asked for and kept for a while. */
export class ServedKinds {
  private kinds: Promise<ServedKind[]> | undefined;
  private readAt = 0;

  constructor(
    private readonly client: () => Promise<KubeClient>,
    private readonly now: () => number,
  ) {}

  read(): Promise<ServedKind[]> {
    if (this.kinds === undefined || this.now() - this.readAt > FRESH_MS) return this.readAnew();
    return this.kinds;
  }

  readAnew(): Promise<ServedKind[]> {
    this.readAt = this.now();
    const kinds = this.client().then(readServedKinds);
    kinds.catch(() => {
      if (this.kinds === kinds) this.kinds = undefined;
    });
    this.kinds = kinds;
    return kinds;
  }
}
