import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { diffSnapshots } from './diffSnapshots';

/** An image that containers run before and after, e.g. `web:1.2.0` and `web:1.3.0`. */
export interface ImageChange {
  readonly before: string;
  readonly after: string;
}

const IMAGE = /ontainers\[[^\]]+\]\.image$/;

/** Images that differ between two snapshots, each change once (ui §5.6); what comes or goes as a whole is none. */
export function imageChanges(before: readonly KubeObject[], after: readonly KubeObject[]): ImageChange[] {
  const found = diffSnapshots(before, after)
    .objects.flatMap(({ fields }) => fields)
    .filter(({ path }) => IMAGE.test(path))
    .flatMap(({ before: old, after: young }) =>
      old === undefined || young === undefined ? [] : [{ before: old, after: young }],
    );
  return [...new Map(found.map(change => [`${change.before} ${change.after}`, change])).values()];
}
