import { ok } from '@fleetstage/backstage-plugin-fleetstage-common';
import { refuse } from '../decision';
import {
  NOON,
  PICK_ALL,
  aBoundBinding,
  aCluster,
  aPolicySnapshot,
  anOutcome,
  clusters,
  minutesBefore,
  pickN,
  secondsAfter,
} from '../testing/builders';
import { addPlugins } from './addPlugins';
import { decideSchedule, type ScheduleInput } from './decideSchedule';
import { aScheduleInput } from './decideSchedule.testing';
import { defaultPlugins } from './defaultPlugins';
import type { FilterPlugin, ScorePlugin } from './plugin';

const filter = (answer: () => unknown, name = 'Theirs') =>
  ({ name, prepare: () => ok(answer) }) as unknown as FilterPlugin;
const score = (answer: () => unknown) =>
  ({ name: 'Theirs', prepare: () => ok(answer) }) as unknown as ScorePlugin;
const fails = () => {
  throw new Error('no price list');
};

const inputOf = (patch: Partial<ScheduleInput> = {}) => aScheduleInput(pickN(1), clusters(2), patch);

describe('added plugins', () => {
  it('A/SCH-030: are asked after ours and before topology spread; scores are added', () => {
    const theirs = filter(() => ({ ok: true }));
    const plugins = addPlugins({ filters: [theirs], scores: [] });
    expect(plugins.filters.map(({ name }) => name)).toEqual([
      'ClusterAffinity',
      'ClusterEligibility',
      'NamespaceAffinity',
      'TaintToleration',
      'Theirs',
      'TopologySpreadConstraints',
    ]);
    expect(plugins.scores.map(({ name }) => name)).toEqual([
      'ClusterAffinity',
      'SamePlacementAffinity',
      'TopologySpreadConstraints',
    ]);
    expect(addPlugins({ filters: [], scores: [] })).toBe(defaultPlugins);
  });

  it('A/SCH-081: decide by their points', () => {
    const prefers = (name: string, points: object): ScorePlugin => ({
      name: 'Theirs',
      prepare: () => ok(cluster => (cluster.name === name ? [{ ...points, subject: 'ours' }] : [])),
    });
    const picked = (points: object) =>
      decideSchedule(
        inputOf(),
        NOON,
        addPlugins({ filters: [], scores: [prefers('c1', points)] }),
      ).verdicts.find(v => v.selected);
    expect(picked({ affinity: 1 })).toMatchObject({
      cluster: 'c1',
      score: { affinityScore: 1, priorityScore: 0 },
      parts: [{ plugin: 'Theirs', subject: 'ours', affinity: 1 }],
    });
    expect(picked({ topology: 1 })?.cluster).toBe('c1');
    expect(picked({ incumbency: 1 })?.cluster).toBe('c1');
    expect(picked({ affinity: -1 })?.cluster).toBe('c2');
    expect(picked({ affinity: 0 })?.cluster).toBe('c2');
  });

  it('refuse with their own word and are named', () => {
    const plugins = addPlugins({
      filters: [filter(() => refuse('Frozen', 'cluster is frozen'))],
      scores: [],
    });
    const { verdicts, outcome } = decideSchedule(inputOf(), NOON, plugins);
    expect(verdicts[0]).toMatchObject({
      code: 'Frozen',
      filter: 'Theirs',
      reason: 'ClusterUnschedulable, cluster is frozen',
    });
    expect(outcome?.message).toMatch(/0\/2 clusters are picked: 2 are refused as Frozen$/);
  });

  it.each<[string, { filters?: FilterPlugin[]; scores?: ScorePlugin[] }, string]>([
    ['throws', { filters: [filter(fails)] }, 'filter Theirs failed on cluster "c1": no price list'],
    [
      'throws no error',
      {
        filters: [
          filter(() => {
            // eslint-disable-next-line no-throw-literal -- what code of modules may do
            throw 'nothing';
          }),
        ],
      },
      'filter Theirs failed on cluster "c1": nothing',
    ],
    [
      'says nothing',
      { filters: [filter(() => undefined)] },
      'filter Theirs did not say whether cluster "c1" may be picked',
    ],
    ['says null', { filters: [filter(() => null)] }, 'filter Theirs did not say'],
    ['says something else', { filters: [filter(() => ({ fine: true }))] }, 'filter Theirs did not say'],
    ['gives no reason', { filters: [filter(() => ({ ok: false }))] }, 'filter Theirs did not say'],
    ['gives an empty code', { filters: [filter(() => refuse('', 'x'))] }, 'filter Theirs did not say'],
    [
      'gives no sentence',
      { filters: [filter(() => ({ ok: false, reason: 'X' }))] },
      'filter Theirs did not say',
    ],
    ['ranks by throwing', { scores: [score(fails)] }, 'score Theirs failed on cluster "c1": no price list'],
    [
      'ranks by NaN',
      { scores: [score(() => [{ affinity: NaN, subject: '' }])] },
      'did not rate cluster "c1"',
    ],
    ['ranks by halves', { scores: [score(() => [{ topology: 0.5, subject: '' }])] }, 'in whole numbers'],
    ['ranks too high', { scores: [score(() => [{ affinity: 1_000_001, subject: '' }])] }, 'up to ±1000000'],
    ['ranks by a number', { scores: [score(() => 7)] }, 'did not rate cluster "c1"'],
    ['ranks by nothing', { scores: [score(() => [null])] }, 'did not rate cluster "c1"'],
    [
      'is never ready',
      { filters: [{ name: 'Theirs', prepare: fails }] },
      'filter Theirs failed: no price list',
    ],
    [
      'prepares nothing',
      { scores: [{ name: 'Theirs', prepare: () => undefined } as unknown as ScorePlugin] },
      'score Theirs did not get ready',
    ],
    [
      'prepares no function',
      { scores: [{ name: 'Theirs', prepare: () => ok(7) } as unknown as ScorePlugin] },
      'score Theirs did not get ready',
    ],
    [
      'refuses the policy',
      { filters: [{ name: 'Theirs', prepare: () => ({ ok: false, error: 'no such tier' }) }] },
      'no such tier',
    ],
  ])(
    'A/SCH-032: one that %s holds the placement and is named',
    (_what, { filters = [], scores = [] }, why) => {
      const bindings = [aBoundBinding('c2')];
      const input = inputOf({ policy: aPolicySnapshot({ policy: pickN(2), index: 1 }), bindings });
      const decision = decideSchedule(input, NOON, addPlugins({ filters, scores }));
      expect(decision.verdicts.map(({ code, selected }) => [code, selected])).toEqual([
        ['Held', false],
        ['Held', true],
      ]);
      expect(decision.outcome).toMatchObject({ fulfilled: false, message: expect.stringContaining(why) });
      expect(decision.outcome?.message).toMatch(/^The scheduling policy cannot be evaluated: /);
      expect(decision.blockers).toMatchObject([{ cause: 'SchedulingHeld' }]);
      expect(decision.wakeAt).toBe(secondsAfter(5));
    },
  );

  it('A/SCH-032: the largest and the smallest points are taken', () => {
    const extremes = score(() => [{ affinity: 1_000_000, topology: -1_000_000, subject: '' }]);
    const decision = decideSchedule(inputOf(), NOON, addPlugins({ filters: [], scores: [extremes] }));
    expect(decision.verdicts.find(v => v.selected)?.score).toEqual({
      affinityScore: 1_000_000,
      priorityScore: -1_000_000,
    });
  });

  it.each([
    ['a new fault', undefined, 5],
    ['ten seconds old', 10, 10],
    ['two seconds old', 2, 5],
    ['an hour old', 3600, 300],
  ])('RUL 20, A/SCH-001 row 9: %s is tried again after its age, within bounds', (_what, ageS, waitS) => {
    const plugins = addPlugins({ filters: [filter(fails)], scores: [] });
    const message = decideSchedule(inputOf(), NOON, plugins).outcome?.message ?? '';
    const previous =
      ageS === undefined ? undefined : anOutcome({ message, fulfilled: false, at: minutesBefore(ageS / 60) });
    expect(decideSchedule(inputOf({ previous }), NOON, plugins).wakeAt).toBe(secondsAfter(waitS));
  });

  it.each([
    ['another message', { message: 'x' }],
    ['another policy', { policyIndex: 7 }],
    ['another generation', { placementGeneration: 7 }],
  ])('RUL 20: a fault under %s is a new one', (_what, patch) => {
    const plugins = addPlugins({ filters: [filter(fails)], scores: [] });
    const message = decideSchedule(inputOf(), NOON, plugins).outcome?.message ?? '';
    const previous = anOutcome({ message, at: minutesBefore(2), ...patch });
    expect(decideSchedule(inputOf({ previous }), NOON, plugins).wakeAt).toBe(secondsAfter(5));
  });

  it('a fixed list asks no plugin', () => {
    const input = inputOf({
      policy: aPolicySnapshot({ policy: { placementType: 'PickFixed', clusterNames: ['c1'] } }),
    });
    const decision = decideSchedule(input, NOON, addPlugins({ filters: [filter(fails)], scores: [] }));
    expect(decision.outcome?.fulfilled).toBe(true);
    expect(decision.wakeAt).toBeUndefined();
  });

  it('PickAll asks no score', () => {
    const input = inputOf({ policy: aPolicySnapshot({ policy: PICK_ALL }), clusters: [aCluster('c1')] });
    const decision = decideSchedule(input, NOON, addPlugins({ filters: [], scores: [score(fails)] }));
    expect(decision.outcome?.fulfilled).toBe(true);
  });
});
