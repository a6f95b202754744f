import type { ClusterFacts } from '../../cluster/facts';
import { NOON, PICK_ALL, aCluster, aPlacement, aPolicySnapshot, pickFixed } from '../../testing/builders';
import { decideSchedule } from '../decideSchedule';

const decideOn = (facts: Partial<ClusterFacts>, namespace?: string, policy = PICK_ALL) =>
  decideSchedule(
    {
      placement: aPlacement(namespace === undefined ? {} : { namespace }),
      policy: aPolicySnapshot({ policy }),
      clusters: [aCluster('c1', facts)],
      bindings: [],
    },
    NOON,
  );

describe('namespaceAffinity', () => {
  it.each<{ rule: string; facts: Partial<ClusterFacts>; namespace?: string; says: string }>([
    {
      rule: 'A/SCH-056: a ClusterResourcePlacement does not ask',
      facts: { collectsNamespaces: true, namespaces: {} },
      says: 'Picked',
    },
    {
      rule: 'A/SCH-057: a member that does not collect namespaces passes',
      facts: {},
      namespace: 'shop',
      says: 'Picked',
    },
    {
      rule: 'A/SCH-057: even one that once reported some',
      facts: { namespaces: { web: '' } },
      namespace: 'shop',
      says: 'Picked',
    },
    {
      rule: 'A/SCH-058: it collects and has reported none',
      facts: { collectsNamespaces: true },
      namespace: 'shop',
      says: 'ClusterUnschedulable, cluster has no namespace information available',
    },
    {
      rule: 'A/SCH-059: another namespace',
      facts: { collectsNamespaces: true, namespaces: { web: '' } },
      namespace: 'shop',
      says: 'ClusterUnschedulable, target namespace does not exist on cluster',
    },
    {
      rule: 'A/SCH-059: a name that every object inherits is none',
      facts: { collectsNamespaces: true, namespaces: {} },
      namespace: 'constructor',
      says: 'ClusterUnschedulable, target namespace does not exist on cluster',
    },
    {
      rule: 'A/SCH-060: the namespace is there, whoever owns it',
      facts: { collectsNamespaces: true, namespaces: { shop: 'work-1' } },
      namespace: 'shop',
      says: 'Picked',
    },
  ])('$rule', ({ facts, namespace, says }) => {
    const [verdict] = decideOn(facts, namespace).verdicts;
    expect(verdict.selected ? verdict.code : verdict.reason).toBe(says);
    if (!verdict.selected)
      expect(verdict).toMatchObject({ code: 'NamespaceMissing', filter: 'NamespaceAffinity' });
  });

  it('A/SCH-092: names of a PickFixed policy are not asked for their namespaces', () => {
    const [verdict] = decideOn(
      { collectsNamespaces: true, namespaces: {} },
      'shop',
      pickFixed('c1'),
    ).verdicts;
    expect(verdict.selected).toBe(true);
  });

  it('A/SCH-013: a namespace that goes takes no cluster away', () => {
    const decision = decideSchedule(
      {
        placement: aPlacement({ namespace: 'shop' }),
        policy: aPolicySnapshot(),
        clusters: [aCluster('c1', { collectsNamespaces: true, namespaces: {} })],
        bindings: [
          {
            name: 'b',
            cluster: 'c1',
            phase: 'Bound',
            policyIndex: 0,
            decision: { cluster: 'c1', selected: true, code: 'Picked', reason: 'then' },
            createdAt: NOON,
          },
        ],
      },
      NOON,
    );
    expect(decision.verdicts[0].selected).toBe(true);
  });
});
