import type { FailedResourcePlacement, PatchDetail } from '@fleetstage/backstage-plugin-fleetstage-common';
import { problemOf } from '../work/cause/finalCause';
import type { FailedObjectView } from './views';

/** An object that cannot be applied, with its cause. */
export const viewFailed = ({ condition, ...resource }: FailedResourcePlacement): FailedObjectView => ({
  ...identityOf(resource),
  reason: condition.reason,
  message: problemOf({ condition }),
});

type Identity = Pick<FailedResourcePlacement, 'group' | 'version' | 'kind' | 'namespace' | 'name'>;

const identityOf = ({ group, version, kind, namespace, name }: Identity) => ({
  ...(group && { group }),
  version,
  kind,
  ...(namespace !== undefined && { namespace }),
  name,
});

/** What differs on a member, field by field. */
export function viewDetails(
  resource: Identity,
  reason: string,
  { details = [], since }: { readonly details?: readonly PatchDetail[]; readonly since?: string },
): FailedObjectView {
  const message = details
    .map(
      ({ path, valueInMember = '(none)', valueInHub = '(none)' }) =>
        `${path}: ${valueInMember} on the member, ${valueInHub} on the hub`,
    )
    .join('; ');
  const differences = details.map(({ path, valueInMember, valueInHub }) => ({
    path,
    ...(valueInHub !== undefined && { wanted: valueInHub }),
    ...(valueInMember !== undefined && { found: valueInMember }),
  }));
  return {
    ...identityOf(resource),
    reason,
    message,
    ...(differences.length > 0 && { differences }),
    ...(since !== undefined && { since }),
  };
}
