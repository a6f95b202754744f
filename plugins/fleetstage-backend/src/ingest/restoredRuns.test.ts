import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { restoredRuns } from './restoredRuns';

const at = (time: string) => `2026-11-24T${time}Z`;
const PLACEMENT = { name: 'web', uid: 'uid', spec: { resourceSelectors: [] } };

/** A run of one stage as KubeFleet leaves it. */
const run = (name: string, initialized: string, started?: string) =>
  ({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterStagedUpdateRun',
    metadata: { name, uid: name },
    spec: { placementName: 'web', stagedRolloutStrategyName: 'steps' },
    status: {
      policySnapshotIndexUsed: '0',
      resourceSnapshotIndexUsed: '0',
      stagedUpdateStrategySnapshot: { stages: [{ name: 'prod' }] },
      stagesStatus: [
        { stageName: 'prod', clusters: [{ clusterName: 'c1' }], ...(started && { startTime: at(started) }) },
      ],
      conditions: [{ type: 'Initialized', status: 'True', lastTransitionTime: at(initialized) }],
    },
  }) as unknown as KubeObject;

const turns = (...runs: KubeObject[]) =>
  restoredRuns(PLACEMENT, {
    ...{ runs, strategies: [] },
    overrides: { snapshots: new Map(), labels: new Map() },
  }).map(({ object, progress }) => [object.metadata.name, progress.turn]);

it('RUL 4, RUL 37: a run that was only initialized, though earlier, has no turn', () => {
  expect(turns(run('early', '08:00:00'), run('moving', '09:00:00', '09:01:00'))).toEqual([
    ['moving', 1],
    ['early', undefined],
  ]);
});

it('RUL 4, RUL 37: those that execute have theirs in the order of start', () => {
  expect(
    turns(
      run('second', '08:00:00', '10:00:00'),
      run('first', '09:00:00', '09:01:00'),
      run('idle', '07:00:00'),
    ),
  ).toEqual([
    ['first', 1],
    ['second', 2],
    ['idle', undefined],
  ]);
});
