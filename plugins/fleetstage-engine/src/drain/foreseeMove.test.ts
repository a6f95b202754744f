import { failure, type PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { planPolicySnapshot } from '../schedule/planPolicySnapshot';
import type { FilterPlugin } from '../schedule/plugin';
import type { PlacementState } from '../state/placement';
import {
  aBoundBinding,
  aCluster,
  anAvailableReport,
  aPlacement,
  aPlacementSpec,
  aPlacementState,
  clusters,
  NOON,
  PICK_ALL,
  pickFixed,
  pickN,
} from '../testing/builders';
import { CORDON_TAINT } from './cordon';
import { anEvictionOf } from './drain.testing';
import { foreseeMove, mayMove } from './foreseeMove';
import type { DrainItem } from './judgeDrain';

type Item = Pick<DrainItem, 'state' | 'eviction'>;

interface Case {
  readonly rule: string;
  readonly policy: PlacementPolicy;
  /** Clusters of the fleet, c1 to cn; the first of them, `placed`, have the placement. */
  readonly fleet: number;
  readonly placed: number;
  readonly item?: Item;
  readonly patch?: Partial<PlacementState>;
  readonly external?: true;
  readonly move: object | undefined;
}

const DUE: Item = { state: 'due' };
const GPU = { key: 'gpu', value: 'true', effect: 'NoSchedule' } as const;

function stateOf({ policy, fleet, placed, external, patch }: Case): PlacementState {
  const names = Array.from({ length: placed }, (_, i) => `c${i + 1}`);
  const spec = aPlacementSpec({ policy, ...(external && { strategy: { type: 'External' } }) });
  const placement = aPlacement({ spec });
  return aPlacementState({
    placement,
    policySnapshots: [planPolicySnapshot(placement, [], NOON).latest],
    clusters: clusters(fleet),
    bindings: names.map(name => aBoundBinding(name)),
    reports: names.map(name => anAvailableReport(name)),
    ...patch,
  });
}

describe('foreseeMove, from c1', () => {
  it.each<Case>([
    {
      rule: 'C/EV-033: PickN takes the next cluster',
      ...{ policy: pickN(3), fleet: 4, placed: 3 },
      move: { instead: ['c4'], found: 3, wanted: 3, sentence: 'moves to c4' },
    },
    {
      rule: 'C/EV-034: by an update run where runs place it',
      ...{ policy: pickN(1), fleet: 2, placed: 1, external: true },
      move: { instead: ['c2'], found: 1, wanted: 1, sentence: 'moves to c2, by its next update run' },
    },
    {
      rule: 'C/EV-032: PickN without another cluster stays short',
      ...{ policy: pickN(3), fleet: 3, placed: 3 },
      move: {
        ...{ instead: [], found: 2, wanted: 3 },
        sentence: 'stays short: 2 of 3 clusters, there is no other one',
      },
    },
    {
      rule: 'C/EV-032: and says why those that are there do not fit',
      ...{ policy: pickN(2), fleet: 2, placed: 2 },
      patch: { clusters: [...clusters(2), aCluster('c3', { taints: [GPU] })] },
      move: {
        ...{ instead: [], found: 1, wanted: 2 },
        sentence: 'stays short: 1 of 2 clusters, no other cluster fits: 1 are tainted',
      },
    },
    {
      rule: 'C/EV-032: one that was short before stays shorter, whatever comes in its place',
      ...{ policy: pickN(4), fleet: 3, placed: 3 },
      move: { sentence: 'stays short: 2 of 4 clusters, there is no other one' },
    },
    {
      rule: 'C/EV-033: PickAll does without',
      ...{ policy: PICK_ALL, fleet: 3, placed: 3 },
      move: { instead: [], found: 2, sentence: 'PickAll: not placed elsewhere; 2 other clusters have it' },
    },
    {
      rule: 'C/EV-033: PickAll of one cluster is nowhere then',
      ...{ policy: PICK_ALL, fleet: 1, placed: 1 },
      move: { found: 0, sentence: 'PickAll: not placed elsewhere; no other cluster has it' },
    },
    {
      rule: 'C/EV-033: where another one was picked meanwhile, nothing moves',
      ...{ policy: pickN(1), fleet: 0, placed: 2 },
      patch: { clusters: [aCluster('c1', { taints: [CORDON_TAINT] }), aCluster('c2')] },
      move: { instead: [], sentence: 'not placed elsewhere: 1 other cluster has it, of 1 wanted' },
    },
    {
      rule: 'C/DR-011: PickFixed is not placed elsewhere',
      ...{ policy: pickFixed('c1'), fleet: 2, placed: 1, item: { state: 'stays' } },
      move: { instead: [], sentence: 'PickFixed: not placed elsewhere' },
    },
    {
      rule: 'C/DR-003: a cluster that is cordoned already has the taint once',
      ...{ policy: pickN(1), fleet: 0, placed: 1, item: { state: 'blocked' } },
      patch: { clusters: [aCluster('c1', { taints: [CORDON_TAINT] }), aCluster('c2')] },
      move: { instead: ['c2'], sentence: 'moves to c2' },
    },
    {
      rule: 'what is being decided is still to move',
      ...{ policy: pickN(1), fleet: 2, placed: 1 },
      item: { state: 'evicting', eviction: anEvictionOf('web', { state: 'waiting' }) },
      move: { instead: ['c2'] },
    },
    {
      rule: 'what is being removed was moved by the pass before',
      ...{ policy: pickN(1), fleet: 2, placed: 1, item: { state: 'evicting' } },
      move: undefined,
    },
    {
      rule: 'what stays for another reason has that reason',
      ...{ policy: pickN(1), fleet: 2, placed: 1, item: { state: 'stays' } },
      move: undefined,
    },
  ])('$rule', one => {
    const { item = DUE, move } = one;
    const found = foreseeMove(stateOf(one), item, { cluster: 'c1', now: NOON });
    if (move === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(move);
  });

  it('says that nothing is known while scheduling is held', () => {
    const broken: FilterPlugin = {
      name: 'broken',
      prepare: () => failure('its file is missing'),
    };
    const state = stateOf({ rule: '', policy: pickN(2), fleet: 3, placed: 1, move: undefined });
    const plugins = { filters: [broken], scores: [] };
    const { sentence } = foreseeMove(state, DUE, { cluster: 'c1', now: NOON }, plugins) ?? {};
    expect(sentence).toMatch(/^where it goes is not known: .*its file is missing/);
  });

  it.each([
    ['due', true],
    ['stays', true],
    ['evicted', false],
    ['invalid', false],
  ] as const)('asks nobody of what is %s: %s', (state, isAsked) => {
    expect(mayMove({ state })).toBe(isAsked);
  });
});
