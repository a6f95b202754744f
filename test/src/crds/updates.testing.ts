import { approval, object, placement, policy, strategy, run } from './objects.testing';
import { NAMESPACE } from './forms.testing';
import type { Update, Refused } from './rows.testing';

/** The same object under another name, so that every row has one of its own. */
const named = (name: string, { metadata, ...rest }: { metadata: object }) => ({
  ...rest,
  metadata: { ...metadata, name },
});
const inNamespace = (patch: object) => ({
  ...object('ResourcePlacement', 'good-9', {
    resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
    ...patch,
  }),
  metadata: { name: 'good-9', namespace: NAMESPACE },
});

export const goodUpdates: Update[] = [
  {
    name: 'a planned run that is started',
    before: named('good-1', run({ state: 'Initialize' })),
    after: run({ state: 'Run' }),
  },
  { name: 'a run that is stopped', before: named('good-2', run()), after: run({ state: 'Stop' }) },
  {
    name: 'a stopped run that goes on',
    before: named('good-3', run({ state: 'Stop' })),
    after: run({ state: 'Run' }),
  },
  {
    name: 'an index that was empty and is left out',
    before: named('good-4', run({ resourceSnapshotIndex: '' })),
    after: run(),
  },
  {
    name: 'RollingUpdate that is left for External (A/PL-153)',
    before: named('good-5', placement({})),
    after: placement({ strategy: { type: 'External' } }),
  },
  {
    name: 'another toleration (A/WH-050)',
    before: named('good-6', policy({ tolerations: [{ key: 'a', operator: 'Exists' }] })),
    after: policy({
      tolerations: [
        { key: 'b', operator: 'Exists' },
        { key: 'a', operator: 'Exists' },
      ],
    }),
  },
  {
    name: 'a policy of everything that is left out (A/PL-105, A/PL-140)',
    before: named('good-10', policy({ placementType: 'PickAll' })),
    after: placement({}),
  },
  {
    name: 'another number of clusters',
    before: named('good-7', policy({ placementType: 'PickN', numberOfClusters: 1 })),
    after: policy({ placementType: 'PickN', numberOfClusters: 2 }),
  },
  {
    name: 'other stages',
    before: named('good-8', strategy([{ name: 'a' }])),
    after: strategy([{ name: 'b' }, { name: 'a' }]),
  },
];

/** Rows of good updates that a ResourcePlacement has for itself. */
export const namespacedUpdates: Update[] = [
  {
    name: 'statusReportingScope of a ResourcePlacement, which means nothing there (A/PL-128, A/PL-152)',
    before: inNamespace({ statusReportingScope: 'NamespaceAccessible' }),
    after: inNamespace({ statusReportingScope: 'ClusterScopeOnly' }),
  },
];

export const badUpdates: (Update & Refused)[] = [
  {
    name: 'another placement of a run (C/UR-030)',
    before: named('bad-1', run()),
    after: run({ placementName: 'db' }),
    says: /spec\.placementName is immutable; create another run/,
  },
  {
    name: 'another strategy of a run (C/UR-032)',
    before: named('bad-2', run()),
    after: run({ stagedRolloutStrategyName: 'others' }),
    says: /spec\.stagedRolloutStrategyName is immutable; create another run/,
  },
  {
    name: 'another index of a run (C/UR-031)',
    before: named('bad-3', run({ resourceSnapshotIndex: '0' })),
    after: run({ resourceSnapshotIndex: '1' }),
    says: /spec\.resourceSnapshotIndex is immutable; create another run/,
  },
  {
    name: 'an index of a run that had none (C/UR-031, UR-040)',
    before: named('bad-4', run()),
    after: run({ resourceSnapshotIndex: '1' }),
    says: /spec\.resourceSnapshotIndex is immutable/,
  },
  {
    name: 'an index that is taken away (C/UR-040)',
    before: named('bad-5', run({ resourceSnapshotIndex: '1' })),
    after: run(),
    says: /spec\.resourceSnapshotIndex is immutable/,
  },
  {
    name: 'a planned run that is stopped (C/UR-034)',
    before: named('bad-6', run({ state: 'Initialize' })),
    after: run({ state: 'Stop' }),
    says: /spec\.state cannot change from Initialize to Stop.*set Run/,
  },
  {
    name: 'a run that is to be planned again (C/UR-035)',
    before: named('bad-7', run()),
    after: run({ state: 'Initialize' }),
    says: /spec\.state cannot go back to Initialize; set Run or Stop/,
  },
  {
    name: 'a stopped run that is to be planned again (C/UR-036)',
    before: named('bad-8', run({ state: 'Stop' })),
    after: run({ state: 'Initialize' }),
    says: /spec\.state cannot go back to Initialize/,
  },
  {
    name: 'another type of placement (A/PL-141, A/WH-050)',
    before: named('bad-9', placement({})),
    after: policy({ placementType: 'PickN', numberOfClusters: 1 }),
    says: /spec\.policy\.placementType is immutable; create another placement/,
  },
  {
    name: 'a policy that is taken away (A/PL-140)',
    before: named('bad-10', policy({ placementType: 'PickN', numberOfClusters: 1 })),
    after: placement({}),
    says: /spec\.policy\.placementType is immutable/,
  },
  {
    name: 'a toleration that is taken away (A/WH-050)',
    before: named('bad-11', policy({ tolerations: [{ key: 'a', operator: 'Exists' }] })),
    after: policy({ tolerations: [] }),
    says: /spec\.policy\.tolerations can only be added.*put the earlier tolerations back/,
  },
  {
    name: 'a toleration that is changed (A/WH-050)',
    before: named('bad-12', policy({ tolerations: [{ key: 'a', value: 'b' }] })),
    after: policy({ tolerations: [{ key: 'a', value: 'c' }] }),
    says: /spec\.policy\.tolerations can only be added/,
  },
  {
    name: 'External that is taken back (A/PL-153, C/PL-002)',
    before: named('bad-13', placement({ strategy: { type: 'External' } })),
    after: placement({ strategy: { type: 'RollingUpdate' } }),
    says: /spec\.strategy\.type cannot change from External.*create another placement/,
  },
  {
    name: 'External whose strategy is taken away (A/PL-157)',
    before: named('bad-14', placement({ strategy: { type: 'External' } })),
    after: placement({}),
    says: /spec\.strategy\.type cannot change from External/,
  },
  {
    name: 'another statusReportingScope (A/PL-152)',
    only: 'ClusterResourcePlacement',
    before: named('bad-15', placement({})),
    after: placement({ statusReportingScope: 'NamespaceAccessible' }),
    says: /spec\.statusReportingScope is immutable; create another placement/,
  },
  {
    name: 'NamespaceAccessible that is left out (A/PL-152, A/PL-156)',
    only: 'ClusterResourcePlacement',
    before: named('bad-16', placement({ statusReportingScope: 'NamespaceAccessible' })),
    after: placement({}),
    says: /spec\.statusReportingScope is immutable/,
  },
  {
    name: 'a placement without a policy that becomes PickN (A/PL-141, A/WH-050)',
    before: named('bad-17', placement({})),
    after: policy({ placementType: 'PickN', numberOfClusters: 1 }),
    says: /spec\.policy\.placementType is immutable/,
  },
  {
    name: 'tolerations that go with the policy (A/PL-140, A/WH-050)',
    before: named('bad-18', policy({ tolerations: [{ key: 'a', operator: 'Exists' }] })),
    after: placement({}),
    says: /spec\.policy\.tolerations can only be added/,
  },
  {
    name: 'External whose strategy becomes null (A/PL-157)',
    before: named('bad-19', placement({ strategy: { type: 'External' } })),
    after: placement({ strategy: null }),
    says: /spec\.strategy\.type cannot change from External/,
  },
  {
    name: 'another stage of an approval request (C/AP-003)',
    before: approval({ parentStageRollout: 'run', targetStage: 'canary' }),
    after: approval({ parentStageRollout: 'run', targetStage: 'production' }),
    says: /spec is immutable.*never changes/,
  },
];
