import { isOurs, type Condition, type PlacementStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON, aPlacement, aPlacementSpec, secondsAfter } from '../testing/builders';
import { projectPlacement } from './projectPlacement';
import { threeReady, printed } from './projectPlacement.testing';
import { keptSynced, projectStatusCopy, syncedClaim, withSynced } from './projectStatusCopy';

const scheduled: Condition = {
  type: 'ClusterResourcePlacementScheduled',
  status: 'True',
  reason: 'SchedulingPolicyFulfilled',
  message: '',
  observedGeneration: 1,
  lastTransitionTime: '2026-11-21T11:00:00Z',
};
const trimmed: Condition = {
  ...scheduled,
  type: 'FleetstageStatusTrimmed',
  reason: 'FleetstageStatusTooLarge',
};
const synced: Condition = {
  ...scheduled,
  type: 'ClusterResourcePlacementStatusSynced',
  reason: 'StatusSyncSucceeded',
  message: "Successfully created or updated ClusterResourcePlacementStatus in namespace 'web'",
};

describe('projectStatusCopy', () => {
  const copyOf = (status: PlacementStatus) =>
    projectStatusCopy({ name: 'web-placement', uid: 'u1', namespace: 'web', status }, NOON);

  it('A/ST-070, A/PL-066, A/PL-180: everything but the word on the copying, owned by the placement', () => {
    const status = { observedResourceIndex: '3', conditions: [scheduled, synced, trimmed] };
    expect(copyOf(status)).toEqual({
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterResourcePlacementStatus',
      metadata: {
        name: 'web-placement',
        namespace: 'web',
        ownerReferences: [
          {
            apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
            kind: 'ClusterResourcePlacement',
            name: 'web-placement',
            uid: 'u1',
            controller: true,
            blockOwnerDeletion: true,
          },
        ],
      },
      sourceStatus: { observedResourceIndex: '3', conditions: [scheduled, trimmed] },
      lastUpdatedTime: '2026-11-21T12:00:00Z',
    });
  });

  it('A/ST-070: a status without conditions is copied without', () => {
    expect(copyOf({ selectedResources: [] }).sourceStatus).toEqual({ selectedResources: [] });
  });
});

describe('ClusterResourcePlacementStatusSynced', () => {
  it.each([
    {
      rule: 'A/ST-071 written',
      failure: undefined,
      status: 'True',
      reason: 'StatusSyncSucceeded',
      message: "Successfully created or updated ClusterResourcePlacementStatus in namespace 'web'",
    },
    {
      rule: 'A/ST-076 the namespace is not there',
      failure: 'namespaces "web" not found',
      status: 'False',
      reason: 'StatusSyncFailed',
      message: 'Failed to create or update ClusterResourcePlacementStatus: namespaces "web" not found',
    },
  ])('$rule', ({ failure, status, reason, message }) => {
    const claim = syncedClaim('web', failure);
    expect(claim).toEqual({ type: synced.type, status, reason, message });
    expect(isOurs(claim.type)).toBe(true);
  });

  const statement = { generation: 2, now: NOON };
  it.each([
    {
      rule: 'A/ST-071 said for the first time: behind the others, since now',
      before: [scheduled],
      after: [scheduled, { ...synced, observedGeneration: 2, lastTransitionTime: '2026-11-21T12:00:00Z' }],
    },
    {
      rule: 'A/ST-071 said again: in its place, since the same moment',
      before: [scheduled, synced, trimmed],
      after: [scheduled, { ...synced, observedGeneration: 2 }, trimmed],
    },
    {
      rule: 'A/ST-071 nothing was published yet',
      before: undefined,
      after: [{ ...synced, observedGeneration: 2, lastTransitionTime: '2026-11-21T12:00:00Z' }],
    },
  ])('$rule', ({ before, after }) => {
    expect(withSynced(before, syncedClaim('web'), statement)).toEqual(after);
  });

  it('A/ST-071: is kept by the next status, and is not of a placement that asks for no copy', () => {
    const accessible = aPlacement({ spec: aPlacementSpec({ statusReportingScope: 'NamespaceAccessible' }) });
    const conditionsOf = (placement = accessible) =>
      projectPlacement(threeReady({ placement }), { conditions: [synced] }, secondsAfter(60)).conditions;
    expect(keptSynced(conditionsOf())).toEqual([synced]);
    expect(printed(conditionsOf()).at(-1)).toBe(
      'ClusterResourcePlacementStatusSynced True StatusSyncSucceeded',
    );
    expect(keptSynced(conditionsOf(aPlacement()))).toEqual([]);
    expect(keptSynced(undefined)).toEqual([]);
  });
});
