import { cutText } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isOwned,
  MAX_BACK_REPORT_BYTES,
  type Manifest,
  type ManifestOutcome,
  type OwnWork,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeObject } from '@fleetstage/kube-client';
import type { Applied } from './applyManifest';
import { Room, ROOM } from './Room';
import { seenStatus, type SeenStatus } from './seenStatus';

/** What is left of an object once it was judged. */
export interface Remembered {
  readonly isOurs: boolean;
  readonly uid?: string;
  readonly generation: number;
  readonly objectVersion?: string;
}

/** What became of one manifest, without the object itself. */
export interface Done {
  readonly manifest: Manifest;
  readonly outcome: ManifestOutcome;
  /** Absent: nothing is known of an object. */
  readonly live?: Remembered;
  readonly isWritten: boolean;
  readonly statuses: readonly SeenStatus[];
}

/** What one pass keeps of the objects until its end: no more than there is room for, whatever the member says. */
export class ResultLimiter {
  private readonly statuses = new Room(ROOM.statuses);
  private readonly details = new Room(ROOM.details);

  /** `keepsStatuses`: `false` where nobody keeps them, so that none is reported. */
  constructor(private readonly input: { readonly keepsStatuses?: boolean }) {}

  done({ manifest, outcome, live, isWritten }: Applied, owner: OwnWork): Done {
    return {
      manifest,
      isWritten,
      outcome: this.outcome(outcome),
      ...(live && { live: remember(live, owner) }),
      statuses: this.status(manifest, outcome, live),
    };
  }

  /** The outcome, its details as far as there is room. */
  outcome(outcome: ManifestOutcome): ManifestOutcome {
    const { result, drifts = [], diffs = [] } = outcome;
    const fits = drifts.length + diffs.length === 0 || this.details.take([drifts, diffs]);
    return {
      ...outcome,
      ...(result.kind === 'failed' && { result: { ...result, message: cutText(result.message) } }),
      ...(!fits && { drifts: drifts.slice(0, 1), diffs: diffs.slice(0, 1) }),
    };
  }

  status(manifest: Manifest, outcome: ManifestOutcome, live: KubeObject | undefined): readonly SeenStatus[] {
    if (this.input.keepsStatuses === false) return [];
    return seenStatus(manifest, outcome, live)
      .map(seen => (isTooLarge(seen.status) ? { ...seen, status: 'tooLarge' as const } : seen))
      .filter(({ status }) => status === 'tooLarge' || this.statuses.takeIfFits(status));
  }
}

const isTooLarge = (status: unknown) => Buffer.byteLength(JSON.stringify(status)) > MAX_BACK_REPORT_BYTES;

export const remember = (live: KubeObject, owner: OwnWork): Remembered => ({
  isOurs: isOwned(live, owner),
  uid: live.metadata.uid,
  generation: live.metadata.generation ?? 0,
  objectVersion: live.metadata.resourceVersion,
});
