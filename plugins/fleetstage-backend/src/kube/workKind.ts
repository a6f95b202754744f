import { PLACEMENT_GROUP, STORAGE_VERSION } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ApiResource } from '@fleetstage/kube-client';

/** KubeFleet's hand-over to its member agents; push members have none of ours (RUL 48). */
export const WORK: ApiResource = {
  group: PLACEMENT_GROUP,
  version: STORAGE_VERSION,
  kind: 'Work',
  plural: 'works',
  namespaced: true,
};
