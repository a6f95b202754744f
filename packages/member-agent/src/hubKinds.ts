import { kinds } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ApiResource } from '@fleetstage/kube-client';

const resourceOf = ({
  group,
  storageVersion: version,
  kind,
  plural,
}: (typeof kinds)[keyof typeof kinds]): ApiResource => ({
  group,
  version,
  kind,
  plural,
  namespaced: true,
});

/** Their paths are known, so that no discovery is needed on the hub. */
export const WORK = resourceOf(kinds.Work);
export const INTERNAL_MEMBER = resourceOf(kinds.InternalMemberCluster);
