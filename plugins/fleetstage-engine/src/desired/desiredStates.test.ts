import { ok, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isIdle } from '../placement/isIdle';
import type { Binding, PlacementAction, PlacementState } from '../state/placement';
import { decideRollout } from '../rollout/decideRollout';
import { advanceBinding } from '../rollout/revision';
import { projectBinding } from '../status/projectBinding';
import {
  aPlacementState,
  aResourceSnapshot,
  aScheduledBinding,
  anAvailableReport,
  clusters,
  NOON,
} from '../testing/builders';
import { renderWork } from '../work/renderWork';
import type { MatchedOverrides, OverridesByCluster } from './desired';
import { desiredOf } from './desiredOf';
import { renderKeyOf } from './variants';

const REGION = '${MEMBER-CLUSTER-LABEL-KEY-region}';
const snapshot = aResourceSnapshot({ index: 4 });
const config: KubeObject = {
  ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { region: '?' } },
  metadata: { name: 'app', namespace: 'web' },
};
const matched = (region: string): MatchedOverrides => ({
  snapshots: [
    { kind: 'ResourceOverrideSnapshot', name: 'region-0', namespace: 'web', hash: 'region', rules: [0] },
  ],
  variables: { [REGION]: region },
});
const onlyOn = (cluster: string, region: string): OverridesByCluster => new Map([[cluster, matched(region)]]);

/** c1 and c2 run snapshot 4 as it is, and have shown it. */
function settled(): PlacementState {
  const state = aPlacementState({ clusters: clusters(2), resourceSnapshots: [snapshot] });
  const rollout = { status: 'True', reason: 'RolloutStarted', message: '', at: NOON } as const;
  const bindings = ['c1', 'c2'].map(cluster =>
    advanceBinding(aScheduledBinding(cluster), {
      ...desiredOf(state.placement, snapshot, undefined, cluster),
      rollout,
    }),
  );
  return { ...state, bindings, reports: bindings.map(shows) };
}

const shows = ({ cluster, revision }: Binding) => anAvailableReport(cluster, { revision });

const advancedBy = (actions: readonly PlacementAction[]) =>
  actions.flatMap(action =>
    action.kind === 'saveBinding' && action.event === 'advanced' ? [action.binding] : [],
  );

/** The state after one round, with evidence of what it has moved. */
function round(state: PlacementState) {
  const moved = advancedBy(decideRollout(state, NOON).actions);
  const bindings = state.bindings.map(b => moved.find(({ cluster }) => cluster === b.cluster) ?? b);
  return { moved: moved.map(({ cluster }) => cluster), state: { ...state, bindings } };
}

describe('two clusters of one placement run something else', () => {
  it('B/RO-032, B/RO-047, B/RO-048: only the one that an override changes is moved, by a revision of its own', () => {
    const before = settled();
    expect(decideRollout(before, NOON).actions).toEqual([]);
    const { moved, state } = round({ ...before, overrides: onlyOn('c2', 'eu') });
    expect(moved).toEqual(['c2']);
    const [c1, c2] = state.bindings;
    expect(c1).toEqual(before.bindings[0]);
    expect(c2.revision).toMatch(/^[0-9a-f]{16}-2$/);
    expect(c2.revision).not.toBe(before.bindings[1].revision);
    expect(c2).toMatchObject({ resourceIndex: 4, overrides: matched('eu') });
    expect(round({ ...state, reports: state.bindings.map(shows) }).moved).toEqual([]);
  });

  it('a placement is idle when each cluster has its desired state assigned, whatever that is', () => {
    const { state } = round({ ...settled(), overrides: onlyOn('c2', 'eu') });
    expect(isIdle(state, state.bindings)).toBe(true);
    expect(isIdle({ ...state, overrides: onlyOn('c2', 'us') }, state.bindings)).toBe(false);
    expect(isIdle({ ...state, overrides: undefined }, state.bindings)).toBe(false);
  });

  it('RUL 18, B/OV-036: a label that a rule reads rolls out like any change, and within the limits', () => {
    const { state } = round({ ...settled(), overrides: onlyOn('c2', 'eu') });
    const shown = { ...state, reports: state.bindings.map(shows) };
    expect(round({ ...shown, overrides: onlyOn('c2', 'us') }).moved).toEqual(['c2']);
    // c1 is not available, so c2 may not go down as well.
    const broken = { ...shown, reports: shown.reports.filter(({ cluster }) => cluster !== 'c1') };
    const decision = decideRollout({ ...broken, overrides: onlyOn('c2', 'us') }, NOON);
    expect(advancedBy(decision.actions)).toEqual([]);
    expect(decision.blockers.map(({ cause }) => cause)).toContain('MaxUnavailable');
  });

  it('a report of what a cluster ran without its override is no evidence of it with one', () => {
    const before = settled();
    const { state } = round({ ...before, overrides: onlyOn('c2', 'eu') });
    const { blockers } = decideRollout({ ...state, reports: before.reports }, NOON);
    expect(blockers.flatMap(({ clusters: names }) => names ?? [])).toContain('c2');
  });

  it('B/OV-033: the binding shows which override snapshots are assigned to it', () => {
    const { state } = round({ ...settled(), overrides: onlyOn('c2', 'eu') });
    const [c1, c2] = state.bindings.map(binding =>
      projectBinding(state, binding, { generation: 1, now: NOON }),
    );
    expect(c1.spec).not.toHaveProperty('resourceOverrideSnapshots');
    expect(c2.spec.resourceOverrideSnapshots).toEqual([{ name: 'region-0', namespace: 'web' }]);
    expect(c2.spec).not.toHaveProperty('clusterResourceOverrideSnapshots');
  });
});

describe('rendering', () => {
  /** Replaces the patches: pure, of the object and of what the variant is made of. */
  const overrideBy =
    ({ snapshots, variables }: MatchedOverrides) =>
    (object: KubeObject) => {
      if (snapshots.length === 0 || object.kind !== 'ConfigMap') return ok(object);
      return ok(
        variables[REGION] === 'none' ? undefined : { ...object, data: { region: variables[REGION] } },
      );
    };

  it('is a function of content, overrides and variables: each variant once', () => {
    const { placement } = settled();
    const regions = ['eu', 'us'];
    const fleet = clusters(1000).map(({ name }) => name);
    const overrides: OverridesByCluster = new Map(
      fleet.slice(0, 60).map((name, i) => [name, matched(regions[i % 2])]),
    );
    const rendered = new Map<string, ReturnType<typeof renderWork>>();
    const workOf = (cluster: string) => {
      const desired = desiredOf(placement, snapshot, overrides, cluster);
      const key = renderKeyOf(desired);
      const work =
        rendered.get(key) ?? renderWork('web', [config], { override: overrideBy(desired.overrides) });
      rendered.set(key, work);
      return work;
    };
    const hashes = new Set(fleet.map(cluster => workOf(cluster).manifests[0].hash));
    expect(rendered.size).toBe(3);
    expect(hashes.size).toBe(3);
    expect(workOf('c1').manifests[0].object).toMatchObject({ data: { region: 'eu' } });
    expect(workOf('c2').manifests[0].object).toMatchObject({ data: { region: 'us' } });
    expect(workOf('c1000').manifests[0].object).toMatchObject({ data: { region: '?' } });
  });

  it('B/OV-067: leaves out what an override deletes', () => {
    const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } };
    const { manifests } = renderWork('web', [namespace, config], { override: overrideBy(matched('none')) });
    expect(manifests.map(({ kind, ordinal }) => [kind, ordinal])).toEqual([['Namespace', 0]]);
  });
});
