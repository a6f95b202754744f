import type { WriteGuard } from '../api/request';
import type { Cluster } from '../cluster/Cluster';
import type { ResourceType } from '../contracts';
import type { Caller } from './Access';
import { demand } from './rbac/decide';
import { checkEscalation } from './rbac/escalation';

/** What a caller has to be asked beyond his verb; `undefined`: nothing restrains him. */
export function guardFor(
  { user, asked }: Caller,
  { cluster, type }: { readonly cluster: Cluster; readonly type: ResourceType },
): WriteGuard | undefined {
  if (asked?.kind !== 'resource') return undefined;
  return {
    beforeWrite: (next, live) => {
      if (asked.subresource === '') checkEscalation({ cluster, user, type, asked }, next, live);
    },
    beforeCreate: () => {
      if (asked.verb !== 'create') demand(cluster, user, { ...asked, verb: 'create' });
    },
  };
}
