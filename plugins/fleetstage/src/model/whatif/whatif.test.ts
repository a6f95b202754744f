import {
  combine,
  decodeChange,
  encodeChange,
  isEmpty,
  listChanges,
  NO_CHANGE,
  withCluster,
  withPolicy,
  type Change,
} from './change';
import { changeCommands } from './commands';

const GPU = { key: 'gpu', value: 'a', effect: 'NoSchedule' };
const change: Change = {
  policy: { placementType: 'PickN', numberOfClusters: 7 },
  clusters: [
    {
      cluster: 'c1',
      change: 'edit',
      labels: { env: 'prod', tier: null },
      removeTaints: [{ key: 'old' }],
      addTaints: [GPU],
    },
    { cluster: 'c2', change: 'add', labels: { env: 'prod' } },
    { cluster: 'c3', change: 'remove' },
    { cluster: 'c4', change: 'edit', properties: { 'example.com/cost': '3' }, addNamespaces: ['shop'] },
  ],
};

describe('a change in the address', () => {
  it.each([
    ['nothing', {}],
    ['everything', change],
    ['letters beyond ASCII', { clusters: [{ cluster: 'é-ß', change: 'remove' as const }] }],
    ['no policy', { policy: null }],
  ])('comes back as it was: %s', (_, one: Change) => {
    const text = encodeChange(one);
    expect(text).toMatch(/^[\w-]+$/);
    expect(decodeChange(text)).toEqual(one);
  });

  it.each(['', '%', 'bm9uc2Vuc2U', 'WzFd', 'bnVsbA'])('is none of ours: %s', text => {
    expect(decodeChange(text)).toBeUndefined();
  });

  it('is short where nothing is changed', () => {
    expect(encodeChange({ clusters: [] })).toBe(NO_CHANGE);
  });
});

describe('the lines of a change', () => {
  it('name each thing that is changed', () => {
    expect(
      listChanges(change).map(({ kind, cluster, name, value }) =>
        [kind, cluster, name, value].filter(Boolean).join(' '),
      ),
    ).toEqual([
      'policy',
      'label c1 env prod',
      'label c1 tier',
      'taintGone c1 old',
      'taint c1 gpu a',
      'joins c2',
      'label c2 env prod',
      'leaves c3',
      'property c4 example.com/cost 3',
      'namespace c4 shop',
    ]);
  });

  it('are taken back one by one until nothing is left', () => {
    let left = change;
    for (let lines = listChanges(left); lines.length > 0; lines = listChanges(left)) {
      const [first] = lines;
      left = first.without;
      expect(listChanges(left).length).toBeLessThan(lines.length);
    }
    expect(isEmpty(left)).toBe(true);
    expect(encodeChange(left)).toBe(NO_CHANGE);
  });
});

describe('another change on top', () => {
  it('of the same cluster joins the first', () => {
    const once = withCluster({}, { cluster: 'c1', change: 'edit', labels: { a: '1' } });
    expect(
      withCluster(once, { cluster: 'c1', change: 'edit', labels: { b: '2' }, removeTaints: [{ key: 'x' }] }),
    ).toEqual({
      clusters: [{ cluster: 'c1', change: 'edit', labels: { a: '1', b: '2' }, removeTaints: [{ key: 'x' }] }],
    });
  });

  it('takes the later policy', () => {
    const both = combine(withPolicy(withCluster({}, { cluster: 'c1', change: 'remove' }), null), {
      policy: { placementType: 'PickAll' },
    });
    expect(both).toEqual({
      clusters: [{ cluster: 'c1', change: 'remove' }],
      policy: { placementType: 'PickAll' },
    });
  });
});

describe('a change as commands', () => {
  it('are those that make it, and say what no command can do', () => {
    const taintsOf = (cluster: string) =>
      cluster === 'c1'
        ? [
            { key: 'old', effect: 'NoSchedule' },
            { key: 'b', effect: 'NoSchedule' },
          ]
        : [];
    expect(changeCommands({ scope: '_', name: 'web' }, change, taintsOf).split('\n')).toEqual([
      `kubectl patch clusterresourceplacements web --type=json -p '[{"op":"add","path":"/spec/policy","value":{"placementType":"PickN","numberOfClusters":7}}]'`,
      'kubectl label membercluster c1 --overwrite env=prod tier-',
      `kubectl patch membercluster c1 --type=merge -p '{"spec":{"taints":[{"key":"b","effect":"NoSchedule"},{"key":"gpu","value":"a","effect":"NoSchedule"}]}}'`,
      '# c2 has to join the fleet first',
      'kubectl label membercluster c2 --overwrite env=prod',
      'kubectl delete membercluster c3',
      'kubectl --context c4 create namespace shop',
      '# c4 itself has to report example.com/cost = 3',
    ]);
  });

  it('do not guess taints that could not be read', () => {
    const taint: Change = { clusters: [{ cluster: 'c1', change: 'edit', addTaints: [GPU] }] };
    expect(changeCommands({ scope: '_', name: 'web' }, taint, () => undefined)).toBe(
      '# the taints of c1 could not be read: change them by hand',
    );
  });

  it('of a placement in a namespace, without a policy', () => {
    expect(changeCommands({ scope: 'shop', name: 'web' }, { policy: null }, () => [])).toBe(
      `kubectl patch resourceplacements -n shop web --type=json -p '[{"op":"remove","path":"/spec/policy"}]'`,
    );
  });
});
