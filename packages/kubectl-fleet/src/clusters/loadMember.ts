import type { MemberCluster } from '@fleetstage/backstage-plugin-fleetstage-common';
import { UserError } from 'fleetstage';
import { resourceOf } from '../hub/families';
import type { Address, Hub } from '../hub/Hub';

export const MEMBER = resourceOf('MemberCluster');

export const memberAddress = (name: string): Address => ({ resource: MEMBER, name });

/** @throws UserError where there is none */
export async function loadMember(hub: Hub, name: string): Promise<MemberCluster> {
  const object = await hub.find(memberAddress(name));
  if (object !== undefined) return object as unknown as MemberCluster;
  throw new UserError(`cluster "${name}" is no member of hub "${hub.name}"; see kubectl get memberclusters`);
}
