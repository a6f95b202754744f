import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { effectsByPlacement, groupEffects } from './effects';

type Effect = Schemas['OverrideEffect'];

const replicas = (before: string, after: string): Schemas['PreviewChange'] => ({
  change: 'changed',
  kind: 'Deployment',
  namespace: 'shop',
  name: 'app',
  fields: [{ path: 'spec.replicas', before, after }],
});

const effect = (clusters: string[], more: Partial<Effect> = {}): Effect => ({
  clusters,
  clusterCount: clusters.length,
  overrides: [],
  changes: [],
  changeCount: 0,
  ...more,
});

const scaled = { changes: [replicas('1', '3')], changeCount: 1 };
const PROBLEM = 'ResourceOverrideSnapshot shop/scale-1 cannot be applied to Deployment "app": rule 1, …';

describe('what a changed override does, by placement', () => {
  it('joins clusters that change alike, whatever else they match', () => {
    const groups = groupEffects([
      effect(['b'], scaled),
      effect(['c'], { changes: [replicas('1', '5')], changeCount: 4 }),
      effect(['a'], { ...scaled, overrides: [] }),
    ]);
    expect(groups.map(({ kind, names, clusterCount }) => [kind, names, clusterCount])).toEqual([
      ['changes', ['a', 'b'], 2],
      ['changes', ['c'], 1],
    ]);
    expect(groups[1]?.moreObjects).toBe(3);
  });

  it('names the first twelve clusters and counts the others, also those that the answer does not name', () => {
    const names = Array.from({ length: 24 }, (_, i) => `c${String(i).padStart(2, '0')}`);
    const [group] = groupEffects([{ ...effect([...names].reverse(), scaled), clusterCount: 900 }]);
    expect(group?.names).toEqual(names.slice(0, 12));
    expect(group?.more).toBe(888);
  });

  it('has failures first, then changes, then what stays as it is, then what was not compared', () => {
    const groups = groupEffects([
      effect(['u1', 'u2', 'u3', 'u4'], { isUnread: true }),
      effect(['s1', 's2', 's3']),
      effect(['x1', 'x2'], scaled),
      effect(['f1'], { problem: PROBLEM }),
    ]);
    expect(groups.map(({ kind }) => kind)).toEqual(['fails', 'changes', 'same', 'unread']);
  });

  it('distinguishes a failure that stays from one that goes', () => {
    const [stays] = groupEffects([effect(['a'], { problem: PROBLEM, problemToday: PROBLEM })]);
    expect(stays).toMatchObject({ kind: 'fails', isAsToday: true });
    expect(stays).not.toHaveProperty('problemToday');
    const [goes] = groupEffects([effect(['a'], { problemToday: PROBLEM })]);
    expect(goes).toMatchObject({ kind: 'changes', problemToday: PROBLEM, isAsToday: false });
  });

  it('counts the clusters of a placement, those with failures first', () => {
    const one = (name: string, changedCount: number, effects: Effect[]) => ({
      scope: name === 'api' ? 'team' : '_',
      name,
      changedCount,
      sameCount: 48 - changedCount,
      effects,
    });
    const effects = effectsByPlacement({
      placements: [
        one('web', 4, [effect(['a', 'b', 'c', 'd'], scaled)]),
        one('shop', 9, [effect(['a', 'b'], scaled), effect(['c', 'd', 'e'])]),
        one('api', 2, [effect(['a'], { problem: PROBLEM }), effect(['b'], scaled)]),
        { ...one('lost', 0, []), sameCount: 0, problem: 'snapshot 3 is not kept (any more)' },
      ],
    });
    expect(effects.map(({ key, changed, same, of, failing }) => [key, changed, same, of, failing])).toEqual([
      ['team/api', 2, 0, 48, 1],
      ['shop', 6, 3, 48, 0],
      ['web', 4, 0, 48, 0],
      ['lost', 0, 0, 0, 0],
    ]);
    expect(effects[3]?.problem).toBe('snapshot 3 is not kept (any more)');
  });
});
