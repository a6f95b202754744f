import { busy, decide, inTheMiddle, started } from '../updaterun/decideRun.testing';
import { decideRun } from '../updaterun/decideRun';
import { isInSync } from '../updaterun/observationOf';
import type { RunPlan } from '../updaterun/state';
import { projectRun } from '../status/projectRun';
import {
  aBoundBinding,
  aCluster,
  aRun,
  aRunState,
  aScheduledBinding,
  aStage,
  NOON,
} from '../testing/builders';
import { NO_OVERRIDES, type MatchedOverrides } from './desired';
import { freezeOverrides, frozenOn } from './frozenOverrides';

const matched = (hash: string): MatchedOverrides => ({
  snapshots: [{ kind: 'ClusterResourceOverrideSnapshot', name: `${hash}-0`, hash, rules: [0] }],
  variables: {},
});

describe('overrides of many clusters in one document', () => {
  it('are kept once each, and read back per cluster', () => {
    const overrides = new Map([
      ['c1', matched('a')],
      ['c2', matched('a')],
      ['c3', matched('b')],
      ['c4', { snapshots: [], variables: { unread: 'x' } }],
      ['other', matched('c')],
    ]);
    const frozen = freezeOverrides(overrides, ['c1', 'c2', 'c3', 'c4', 'c5']);
    expect(frozen).toEqual({
      lists: [matched('a').snapshots, matched('b').snapshots],
      sets: [
        { list: 0, variables: {} },
        { list: 1, variables: {} },
      ],
      setOf: { c1: 0, c2: 0, c3: 1 },
    });
    expect(['c2', 'c3', 'c4', 'c5', 'constructor'].map(name => frozenOn(frozen, name))).toEqual([
      matched('a'),
      matched('b'),
      NO_OVERRIDES,
      NO_OVERRIDES,
      NO_OVERRIDES,
    ]);
  });

  it('of documents of before there were lists are read back', () => {
    const frozen = { sets: [matched('a'), matched('b')], setOf: { c1: 1 } };
    expect(frozenOn(frozen, 'c1')).toEqual(matched('b'));
  });

  it('1,000 clusters with a variable of their name and 20 overrides take less than 150 kB', () => {
    const names = Array.from({ length: 1000 }, (_, i) => `member-${i}`);
    const snapshots = Array.from({ length: 20 }, (_, i) => matched(`${i}`.padStart(64, '0')).snapshots[0]);
    const overrides = new Map(
      names.map(name => [name, { snapshots: [...snapshots], variables: { '${MEMBER-CLUSTER-NAME}': name } }]),
    );
    const frozen = freezeOverrides(overrides, names);
    expect(frozen?.lists).toHaveLength(1);
    expect(frozenOn(frozen, 'member-7')).toEqual(overrides.get('member-7'));
    expect(JSON.stringify(frozen).length).toBeLessThan(150_000);
    expect(JSON.stringify([...overrides]).length).toBeGreaterThan(3_000_000);
  });

  it('are absent where there are none, as in documents of versions that knew of none', () => {
    expect(freezeOverrides(undefined, ['c1'])).toBeUndefined();
    expect(freezeOverrides(new Map(), ['c1'])).toBeUndefined();
    expect(frozenOn(undefined, 'c1')).toBe(NO_OVERRIDES);
  });
});

describe('a run', () => {
  const planned = () =>
    decideRun(
      aRunState({
        run: aRun({ spec: { ...aRun().spec, state: 'Initialize' } }),
        strategy: { stages: [aStage('staging', { labelSelector: {}, maxConcurrency: 2 })] },
        clusters: [aCluster('c1'), aCluster('c2')],
        bindings: [aScheduledBinding('c1'), aScheduledBinding('c2')],
        schedule: { ...aRunState().schedule!, selectedCount: 2 },
        overrides: new Map([['c2', matched('a')]]),
      }),
      NOON,
    ).actions.flatMap(action => (action.kind === 'saveProgress' ? [action.progress] : []))[0];

  it('C/UR-048, TE-008: freezes what each cluster shall run when it is initialized, and shows it', () => {
    const progress = planned();
    expect(frozenOn(progress.plan?.overrides, 'c1')).toEqual(NO_OVERRIDES);
    expect(frozenOn(progress.plan?.overrides, 'c2')).toEqual(matched('a'));
    const status = projectRun(aRun(), progress);
    expect(JSON.stringify(status)).toContain('"clusterResourceOverrideSnapshots":["a-0"]');
  });

  it('C/UR-048: moves clusters to what was frozen, whatever overrides say meanwhile', () => {
    const progress = planned();
    const state = aRunState({
      progress,
      strategy: { stages: [aStage('staging', { labelSelector: {}, maxConcurrency: 2 })] },
      clusters: [aCluster('c1'), aCluster('c2')],
      bindings: [aScheduledBinding('c1'), aScheduledBinding('c2')],
      overrides: new Map([['c1', matched('b')]]),
    });
    const moves = decideRun(state, NOON).actions.flatMap(action =>
      action.kind === 'advanceBinding' ? [[action.cluster, action.overrides]] : [],
    );
    expect(moves).toEqual([
      ['c1', undefined],
      ['c2', matched('a')],
    ]);
  });

  it('C/UR-105: is in sync with a cluster of its own overrides only', () => {
    const plan = {
      ...inTheMiddle([aStage('staging')], []).progress!.plan!,
      overrides: { sets: [matched('a')], setOf: { c2: 0 } },
    } satisfies RunPlan;
    const on = (cluster: string, overrides?: MatchedOverrides) =>
      isInSync(aBoundBinding(cluster, { applyStrategy: {}, overrides }), plan);
    expect([
      on('c1'),
      on('c1', matched('a')),
      on('c2'),
      on('c2', matched('a')),
      on('c2', matched('b')),
    ]).toEqual([true, false, false, true, false]);
  });

  it('reads the document of a version that froze none, and moves nothing anew', () => {
    const clusters = [{ cluster: 'c1', startedAt: started }, { cluster: 'c2' }];
    const stage = busy(clusters);
    const state = inTheMiddle([aStage('staging', { maxConcurrency: 2 })], [stage]);
    expect(state.progress?.plan).not.toHaveProperty('overrides');
    expect(decide(state).kinds).not.toContain('advanceBinding');
  });
});
