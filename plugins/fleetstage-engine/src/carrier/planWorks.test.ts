import {
  annotationKeys,
  labelKeys,
  type KubeObject,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { carried, configMap, envelope, liveWork, toLive } from './fixtures.testing';
import { planWorks } from './planWorks';
import { worksOf, type CarriedBinding } from './worksOf';

const PLACED = [configMap('a')];

function plan(manifests: readonly KubeObject[], live: readonly Work[], patch: Partial<CarriedBinding> = {}) {
  const binding = carried(manifests, patch);
  const works = { planned: worksOf(binding), rendered: binding.rendered };
  const { steps, surplus } = planWorks(binding.placement, works, live);
  return {
    steps,
    said: steps.map(({ kind, planned }) => `${kind} ${planned.work.metadata.name}`),
    surplus: surplus.map(({ metadata }) => metadata.name),
  };
}

const edited = (work: Work, metadata: Partial<Work['metadata']>): Work => ({
  ...work,
  metadata: { ...work.metadata, ...metadata },
});
const without = (work: Work, key: string): Work => {
  const { [key]: _, ...labels } = work.metadata.labels ?? {};
  return edited(work, { labels });
};

describe('what becomes of Works', () => {
  it.each([
    ['B/WG-024: none is there', [], ['create web-work']],
    ['B/WG-040: all is as planned', [liveWork(PLACED)], ['keep web-work']],
    ['B/WG-040: another revision', [liveWork(PLACED, { revision: 'bbbb-1' })], ['update web-work']],
    ['B/WG-040: another index alone', [liveWork(PLACED, { resourceIndex: 2 })], ['update web-work']],
    [
      'B/WG-040: a Work that lacks the annotations is always updated',
      [edited(liveWork(PLACED), { annotations: {} })],
      ['update web-work'],
    ],
    ['somebody has edited the manifests', [liveWork([configMap('b')])], ['update web-work']],
    [
      'B/WG-021: another apply strategy',
      [liveWork(PLACED, { applyStrategy: { type: 'ReportDiff' } })],
      ['update web-work'],
    ],
    [
      'B/AP-012: the server has filled in the defaults',
      [
        liveWork(PLACED, {
          applyStrategy: {
            type: 'ClientSideApply',
            comparisonOption: 'PartialComparison',
            whenToApply: 'Always',
            whenToTakeOver: 'Always',
          },
        }),
      ],
      ['keep web-work'],
    ],
    [
      'RUL 15: statuses are not asked for any more',
      [liveWork(PLACED, { reportBack: 'keep' })],
      ['update web-work'],
    ],
    [
      'B/WG-071: the one of this name is being deleted',
      [edited(liveWork(PLACED), { deletionTimestamp: '2026-01-01T00:00:00Z' })],
      ['wait web-work'],
    ],
    [
      'somebody else has one of this name',
      [without(liveWork(PLACED), labelKeys.parentPlacement)],
      ['refuse web-work'],
    ],
    [
      'B/WG-001: that of a ResourcePlacement is another’s',
      [edited(liveWork(PLACED, { placement: 'web/web' }), { name: 'web-work' })],
      ['refuse web-work'],
    ],
  ])('%s', (_, live, said) => {
    expect(plan(PLACED, live)).toMatchObject({ said, surplus: [] });
  });

  it('B/WG-040, B/WG-041: an update keeps the name, finalizers and what others noted, over the version that was read', () => {
    const metadata = {
      finalizers: ['kubernetes-fleet.io/work-cleanup'],
      labels: { ...liveWork(PLACED).metadata.labels, theirs: '1', [labelKeys.envelopeName]: 'old' },
      annotations: { theirs: '2' },
    };
    const { steps } = plan(PLACED, [edited(liveWork([], { resourceIndex: 2 }), metadata)]);
    expect(steps[0]).toMatchObject({
      work: {
        metadata: {
          name: 'web-work',
          resourceVersion: '7',
          finalizers: metadata.finalizers,
          annotations: { theirs: '2', [annotationKeys.revision]: 'aaaa-1' },
        },
        spec: { workload: { manifests: PLACED } },
      },
    });
    const { labels } = steps[0].kind === 'update' ? steps[0].work.metadata : {};
    expect(labels).toEqual({ ...liveWork(PLACED).metadata.labels, theirs: '1' });
  });

  it('B/WG-040: labels by which others know the Work are corrected, one by one', () => {
    const { labels = {} } = liveWork(PLACED).metadata;
    for (const key of [labelKeys.parentBinding, labelKeys.parentResourceSnapshotIndex])
      expect(
        plan(PLACED, [edited(liveWork(PLACED), { labels: { ...labels, [key]: 'other' } })]).said,
      ).toEqual(['update web-work']);
  });

  it('B/WG-020: Works of another placement are no surplus', () => {
    const others = edited(liveWork(PLACED, { placement: 'api' }), { name: 'api-work' });
    expect(plan(PLACED, [liveWork(PLACED), others])).toMatchObject({ said: ['keep web-work'], surplus: [] });
  });

  it('B/WG-001: says whose Work is in the way, and what to do', () => {
    const { steps } = plan(PLACED, [without(liveWork(PLACED), labelKeys.parentPlacement)]);
    expect(steps[0]).toMatchObject({
      why: 'Work web-work in namespace fleet-member-c1 belongs to somebody else, since it has no label of this placement; delete or rename it',
    });
  });

  it('takes Works without labels, annotations or objects', () => {
    const bare = { ...liveWork(PLACED), metadata: { name: 'web-work', namespace: 'fleet-member-c1' } };
    expect(plan(PLACED, [bare]).said).toEqual(['refuse web-work']);
    const { labels } = liveWork(PLACED).metadata;
    const { spec: _, ...empty } = { ...liveWork(PLACED), metadata: { ...bare.metadata, labels } };
    expect(plan(PLACED, [empty]).said).toEqual(['update web-work']);
  });

  it('B/WG-041: a Work that is being deleted is no surplus', () => {
    const live = worksOf(carried([configMap('a'), envelope('e', configMap('c'))])).map(({ work }) =>
      toLive(work),
    );
    const going = edited(live[1], { deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(plan(PLACED, [live[0], going])).toMatchObject({ said: ['keep web-work'], surplus: [] });
  });

  it('B/WG-024, B/WG-041, B/WG-049: Works of parts and envelopes that are gone are surplus', () => {
    const before = [
      configMap('a', { text: 'x'.repeat(900_000) }),
      configMap('b'),
      envelope('e', configMap('c')),
    ];
    const live = worksOf(carried(before)).map(({ work }) => toLive(work));
    expect(live.map(({ metadata }) => metadata.name)).toHaveLength(3);
    const { said, surplus } = plan(PLACED, live);
    expect(said).toEqual(['update web-work']);
    expect(surplus).toEqual(live.slice(1).map(({ metadata }) => metadata.name));
  });

  describe('B/WG-048: Works of envelopes are found by their labels', () => {
    const manifests = [envelope('e', configMap('c'))];
    const [, held] = worksOf(carried(manifests)).map(({ work }) => toLive(work));
    const called = (name: string) => edited(held, { name });

    it('whatever their name', () => {
      const { said, surplus } = plan(manifests, [called('web-work-configmap-1f2e')]);
      expect(said).toEqual(['create web-work', 'keep web-work-configmap-1f2e']);
      expect(surplus).toEqual([]);
    });

    it('of two nobody knows which is meant: both stay, and it is said what to do', () => {
      const { steps, said, surplus } = plan(manifests, [called('one'), called('two')]);
      expect(said).toEqual(['create web-work', `refuse ${held.metadata.name}`]);
      expect(surplus).toEqual([]);
      expect(steps[1]).toMatchObject({
        why: 'Works one and two hold envelope e, and it is unknown which of them has placed its objects; delete all but the oldest',
      });
    });
  });

  describe('RUL 50, RUL 54: what a cluster may hold stays where nobody knows that it is wanted no more', () => {
    const before = [envelope('e', configMap('b'), configMap('c'))];
    const live = worksOf(carried(before)).map(({ work }) => toLive(work));
    const namesOf = (steps: ReturnType<typeof plan>['steps']) =>
      steps.map(({ planned }) => planned.work.spec.workload?.manifests?.map(({ metadata }) => metadata.name));

    it('an entry that is refused now keeps its object', () => {
      const moved = { ...configMap('b'), metadata: { name: 'b', namespace: 'other' } };
      const entries = { 'b.yaml': moved, 'c.yaml': configMap('c') };
      const { steps } = plan([{ ...before[0], data: entries }], live);
      expect(namesOf(steps)).toEqual([[], ['c']]);
      const refused = { ...configMap('b'), kind: 'Event', apiVersion: 'v1' };
      const held = edited(live[1], {});
      const holding: Work = {
        ...held,
        spec: { ...held.spec, workload: { manifests: [refused, configMap('c')] } },
      };
      const kept = plan(
        [{ ...before[0], data: { 'b.yaml': refused, 'c.yaml': configMap('c') } }],
        [live[0], holding],
      );
      expect(namesOf(kept.steps)).toEqual([[], ['c', 'b']]);
    });

    it('an entry that cannot be read keeps all', () => {
      const { steps } = plan([{ ...before[0], data: { 'b.yaml': 'no object' } }], live);
      expect(namesOf(steps)).toEqual([[], ['c', 'b']]);
    });

    it('a Work whose envelope is gone is left with what must stay', () => {
      const unread = { ...envelope('f'), data: { 'x.yaml': 'no object' } };
      const next = { revision: 'bbbb-1' };
      const { said, steps, surplus } = plan([unread], live, next);
      expect(said[2]).toBe(`update ${live[1].metadata.name}`);
      expect(namesOf(steps)[2]).toEqual(['c', 'b']);
      expect(surplus).toEqual([]);
      const [, , step] = steps;
      const again = step.kind === 'update' ? plan([unread], [step.work], next) : undefined;
      expect(again?.said[2]).toBe(`keep ${live[1].metadata.name}`);
    });
  });
});
