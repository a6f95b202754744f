import { annotationKeys, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { applyStrategic } from '../../testing/applyMerge';
import { toOwnerReference } from '../renderWork';
import { planMerge } from './planMerge';

const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment' };
const SERVICE = { group: '', version: 'v1', kind: 'Service' };
const WIDGET = { group: 'example.com', version: 'v1', kind: 'Widget' };

type Kind = typeof DEPLOYMENT;
type Body = Readonly<Record<string, unknown>>;

interface Sides {
  /** As the note on the member says. */
  readonly last?: Body;
  readonly wanted: Body;
  readonly live: Body;
}

/** Without the note, which each patch brings: what a merge changes, and what the object is after it. */
function merge(kind: Kind, { last, wanted, live }: Sides) {
  const objectOf = (body: Body, more: object = {}) => {
    const { metadata, ...rest } = body as { metadata?: object };
    return { ...rest, metadata: { name: 'app', ...more, ...metadata } } as unknown as KubeObject;
  };
  const note = last && { annotations: { [annotationKeys.lastApplied]: JSON.stringify(objectOf(last)) } };
  const found = objectOf(live, note);
  const { body } = planMerge({ manifest: kind, body: objectOf(wanted, note), live: found });
  return { patch: body, after: applyStrategic(found, body, kind) };
}

const podOf = (spec: Body) => ({ spec: { template: { spec } } });
/** The same three sides, each as pods of a Deployment. */
const inPods = ({ last, wanted, live }: Sides): Sides => ({
  ...(last && { last: podOf(last) }),
  wanted: podOf(wanted),
  live: podOf(live),
});
const patchOfPods = (sides: Sides) => merge(DEPLOYMENT, inPods(sides)).patch;
const podsAfter = (sides: Sides) =>
  (merge(DEPLOYMENT, inPods(sides)).after as ReturnType<typeof podOf>).spec.template.spec;

describe('B/WA-052 a union, of which one member is set', () => {
  const after = (wanted: Body, live: Body) => {
    const merged = merge(DEPLOYMENT, {
      wanted: { spec: { strategy: wanted } },
      live: { spec: { strategy: live } },
    });
    return (merged.after as { spec: { strategy: Body } }).spec.strategy;
  };

  it.each([
    {
      rule: 'loses what the manifest does not set when it changes',
      wanted: { type: 'Recreate' },
      live: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } },
      then: { type: 'Recreate' },
    },
    {
      rule: 'loses it where nothing else changes',
      wanted: { type: 'Recreate' },
      live: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } },
      then: { type: 'Recreate' },
    },
    {
      rule: 'loses what the manifest sets to null',
      wanted: { type: 'Recreate', rollingUpdate: null },
      live: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } },
      then: { type: 'Recreate' },
    },
    {
      rule: 'loses what is there where a null stands for another',
      wanted: { type: 'Recreate', other: null },
      live: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } },
      then: { type: 'Recreate' },
    },
    {
      rule: 'takes another value',
      wanted: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2 } },
      live: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      then: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2, maxUnavailable: 0 } },
    },
  ])('$rule', ({ wanted, live, then }) => expect(after(wanted, live)).toEqual(then));

  it('is in the patch only where it changes', () => {
    const volumes = (...names: string[]) => ({
      volumes: names.map((name, index) => ({ name: `v${index}`, configMap: { name } })),
    });
    expect(patchOfPods({ wanted: volumes('a', 'c'), live: volumes('a', 'b') })).toEqual(
      podOf({
        '$setElementOrder/volumes': [{ name: 'v0' }, { name: 'v1' }],
        'volumes': [{ name: 'v1', configMap: { name: 'c' }, $retainKeys: ['configMap', 'name'] }],
      }),
    );
  });
});

describe('B/WA-052 a set of plain values', () => {
  const finalized = (...finalizers: string[]) => ({ metadata: { finalizers } });

  it.each([
    { rule: 'adds', wanted: ['a', 'b'], live: ['a', 'z'], patch: { finalizers: ['b'] } },
    {
      rule: 'removes what left',
      last: ['a', 'b', 'gone'],
      wanted: ['a'],
      live: ['a', 'b', 'z'],
      patch: { '$deleteFromPrimitiveList/finalizers': ['b'] },
    },
    { rule: 'changes its order', wanted: ['b', 'a'], live: ['a', 'z', 'b'], patch: {} },
  ])('$rule, and nothing else', ({ last, wanted, live, patch }) => {
    const sides = { wanted: finalized(...wanted), live: finalized(...live) };
    expect(merge(SERVICE, { ...sides, ...(last && { last: finalized(...last) }) }).patch).toEqual({
      metadata: { '$setElementOrder/finalizers': wanted, ...patch },
    });
  });

  it('is left alone where others have added to it', () => {
    expect(merge(SERVICE, { wanted: finalized('a', 'b'), live: finalized('a', 'z', 'b') }).patch).toEqual({});
  });
});

describe('B/WA-052 lists that are written whole', () => {
  const app = { name: 'app', image: 'app:1' };

  it.each([
    {
      rule: 'of a built-in kind without a merge key',
      wanted: { containers: [{ name: 'app', args: ['a'] }] },
      live: { containers: [{ name: 'app', args: ['a', 'b'] }] },
      then: { containers: [{ name: 'app', args: ['a'] }] },
    },
    {
      rule: 'with an element that has no key, beside those of others',
      wanted: { containers: [{ image: 'app:2' }] },
      live: { containers: [app] },
      then: { containers: [{ image: 'app:2' }, app] },
    },
    {
      rule: 'with an element that is none',
      wanted: { containers: [null] },
      live: { containers: [app] },
      then: { containers: [null] },
    },
    {
      rule: 'where the member has none',
      wanted: { containers: [app] },
      live: { containers: 'none' },
      then: { containers: [app] },
    },
    {
      rule: 'with two elements that nothing distinguishes',
      wanted: {
        containers: [
          {
            name: 'app',
            ports: [
              { containerPort: 80, name: 'a' },
              { containerPort: 80, name: 'b' },
            ],
          },
        ],
      },
      live: { containers: [{ name: 'app', ports: [{ containerPort: 80, name: 'z' }] }] },
      then: {
        containers: [
          {
            name: 'app',
            ports: [
              { containerPort: 80, name: 'a' },
              { containerPort: 80, name: 'b' },
            ],
          },
        ],
      },
    },
    {
      rule: 'where nothing distinguishes those of the member',
      wanted: { containers: [{ name: 'app', ports: [{ containerPort: 80, name: 'a' }] }] },
      live: {
        containers: [
          {
            name: 'app',
            ports: [
              { containerPort: 80, name: 'y' },
              { containerPort: 80, name: 'z' },
            ],
          },
        ],
      },
      then: { containers: [{ name: 'app', ports: [{ containerPort: 80, name: 'a' }] }] },
    },
  ])('$rule', ({ wanted, live, then }) => expect(podsAfter({ wanted, live })).toEqual(then));

  it('are sent as they are where no merge key is known: a server takes no directive there', () => {
    const args = (...list: string[]) => ({ containers: [{ name: 'app', args: list }] });
    expect(patchOfPods({ wanted: args('a'), live: args('a', 'b') })).toEqual(
      podOf({ '$setElementOrder/containers': [{ name: 'app' }], ...args('a') }),
    );
  });

  it('a note of which nothing distinguishes the elements removes none (B/WA-053)', () => {
    const last = { containers: [app, app, { name: 'left' }] };
    const sides = {
      last,
      wanted: { containers: [{ ...app, image: 'app:2' }] },
      live: { containers: [app, { name: 'left' }] },
    };
    expect(podsAfter(sides)).toEqual({ containers: [{ ...app, image: 'app:2' }, { name: 'left' }] });
  });
});

describe('B/WA-052 elements of one merge key', () => {
  const ports = (...list: Body[]) => ({ spec: { ports: list } });
  const [tcp, udp] = ['TCP', 'UDP'].map(protocol => ({
    port: 53,
    protocol,
    nodePort: protocol.charCodeAt(0),
  }));

  it('are matched by protocol, TCP where none is said', () => {
    const sides = { wanted: ports({ port: 53 }, { port: 53, protocol: 'UDP' }), live: ports(tcp, udp) };
    expect(merge(SERVICE, sides).patch).toEqual({});
  });

  it('are not removed by a note that does not distinguish them', () => {
    const last = ports({ port: 53 }, { port: 53 });
    const sides = {
      last,
      wanted: ports({ port: 53, name: 'dns' }, { port: 53, protocol: 'UDP' }),
      live: ports(tcp, udp),
    };
    expect(merge(SERVICE, sides).after).toMatchObject(ports({ ...tcp, name: 'dns' }, udp));
  });

  it('lose what left them, and keep what others have set in them', () => {
    const spread = (hard: Body) => ({
      topologySpreadConstraints: [
        { topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', ...hard },
        { topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5 },
      ],
    });
    const select = (matchLabels: Body) => ({ labelSelector: { matchLabels } });
    const sides = {
      last: spread({ maxSkew: 1, minDomains: 2, ...select({ app: 'a' }) }),
      wanted: spread({ maxSkew: 1, ...select({ app: 'b' }) }),
      live: spread({
        maxSkew: 1,
        minDomains: 2,
        matchLabelKeys: ['k'],
        ...select({ app: 'a', theirs: 'x' }),
      }),
    };
    expect(podsAfter(sides)).toEqual(
      spread({ maxSkew: 1, matchLabelKeys: ['k'], ...select({ app: 'b', theirs: 'x' }) }),
    );
  });
});

describe('B/WA-055 shared lists of a custom resource', () => {
  const OWNER = toOwnerReference({ name: 'web-work', uid: 'u1' });
  const OTHER = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'u9' };
  const owned = (...ownerReferences: object[]) => ({ metadata: { ownerReferences } });
  const finalized = (...finalizers: string[]) => ({ metadata: { finalizers } });
  const after = (sides: Sides) => merge(WIDGET, sides).patch;

  it('are not written where they hold what is wanted', () => {
    expect(after({ wanted: owned(OWNER), live: owned(OTHER, OWNER) })).toEqual({});
    expect(after({ wanted: finalized('a'), live: finalized('z', 'a') })).toEqual({});
  });

  it('take our reference as it is now in the place of the one that was there', () => {
    const before = { ...OWNER, blockOwnerDeletion: true };
    expect(after({ wanted: owned(OWNER), live: owned(before, OTHER) })).toMatchObject(owned(OWNER, OTHER));
  });

  it('keep finalizers of others, and lose what left ours', () => {
    const sides = { last: finalized('a', 'b'), wanted: finalized('a', 'c'), live: finalized('a', 'b', 'z') };
    expect(after(sides)).toMatchObject(finalized('a', 'z', 'c'));
  });
});
