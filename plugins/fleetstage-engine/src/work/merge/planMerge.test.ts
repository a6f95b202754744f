import { annotationKeys, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { applyStrategic } from '../../testing/applyMerge';
import { toOwnerReference } from '../renderWork';
import { lastAppliedOf, MAX_ANNOTATION_BYTES, withLastApplied } from './lastApplied';
import { planMerge } from './planMerge';

const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment' };
const SERVICE = { group: '', version: 'v1', kind: 'Service' };
const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
const WIDGET = { group: 'example.com', version: 'v1', kind: 'Widget' };

type Kind = typeof DEPLOYMENT;
type Body = Readonly<Record<string, unknown>>;

const objectOf = ({ group, version, kind }: Kind, body: Body, metadata: Body = {}) =>
  ({
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    metadata: { name: 'app', ...metadata },
    ...body,
  }) as unknown as KubeObject;

/** What the patch says beside the note. */
function plan(kind: Kind, { last, wanted, live }: { last?: Body; wanted: Body; live: Body }) {
  const note = last && JSON.stringify(objectOf(kind, last));
  const metadata = {
    resourceVersion: '7',
    ...(note && { annotations: { [annotationKeys.lastApplied]: note } }),
  };
  const { type, body } = planMerge({
    manifest: kind,
    body: objectOf(kind, wanted, metadata.annotations && { annotations: metadata.annotations }),
    live: objectOf(kind, live, metadata),
  });
  return { type, ...body };
}

const pods = (...containers: Body[]) => ({ spec: { template: { spec: { containers } } } });
const env = (...names: string[]) => names.map(name => ({ name, value: name }));

describe('B/WA-052 a built-in kind', () => {
  it.each([
    {
      rule: 'a wanted value replaces',
      last: { data: { a: '1' } },
      wanted: { data: { a: '2' } },
      live: { data: { a: '1' } },
      then: { data: { a: '2' } },
    },
    {
      rule: 'a value of somebody else is overwritten',
      last: { data: { a: '1' } },
      wanted: { data: { a: '1' } },
      live: { data: { a: 'x' } },
      then: { data: { a: '1' } },
    },
    {
      rule: 'a field that left goes',
      last: { data: { a: '1', b: '2' } },
      wanted: { data: { a: '1' } },
      live: { data: { a: '1', b: '2', c: '3' } },
      then: { data: { b: null } },
    },
    {
      rule: 'a field that left and is gone already needs nothing',
      last: { data: { a: '1', b: '2' } },
      wanted: { data: { a: '1' } },
      live: { data: { a: '1' } },
      then: {},
    },
    {
      rule: 'a map that left goes whole',
      last: { data: { a: '1' } },
      wanted: {},
      live: { data: { a: '1', c: '3' } },
      then: { data: null },
    },
    {
      rule: 'a null removes',
      wanted: { data: { a: null } },
      live: { data: { a: '1' } },
      then: { data: { a: null } },
    },
    {
      rule: 'a null for what is not there is nothing',
      wanted: { data: { a: null } },
      live: { data: { c: '3' } },
      then: {},
    },
    {
      rule: 'without a note nothing counts as removed (B/WA-053)',
      wanted: { data: { a: '1' } },
      live: { data: { a: '1', b: '2' } },
      then: {},
    },
    {
      rule: 'a map where a text was',
      wanted: { data: { a: '1' } },
      live: { data: 'x' },
      then: { data: { a: '1' } },
    },
    {
      rule: 'a key __proto__ is a key',
      last: JSON.parse('{"data":{"__proto__":"1"}}'),
      wanted: { data: {} },
      live: JSON.parse('{"data":{"__proto__":"1"}}'),
      then: JSON.parse('{"data":{"__proto__":null}}'),
    },
  ])('$rule', ({ last, wanted, live, then }) => {
    expect(plan(CONFIG_MAP, { last, wanted, live })).toEqual({ type: 'strategic', ...then });
  });

  it('lists with a key are merged by it, and say their order', () => {
    const three = {
      last: pods({ name: 'web', image: 'web:1', env: env('A', 'B') }),
      wanted: pods({ name: 'web', image: 'web:2', env: env('A', 'C') }),
      live: pods({ name: 'proxy', image: 'p' }, { name: 'web', image: 'web:1', env: env('A', 'B', 'Z') }),
    };
    expect(plan(DEPLOYMENT, three)).toMatchObject({
      spec: {
        template: {
          spec: {
            '$setElementOrder/containers': [{ name: 'web' }],
            'containers': [
              {
                'name': 'web',
                'image': 'web:2',
                '$setElementOrder/env': [{ name: 'A' }, { name: 'C' }],
                'env': [
                  { name: 'C', value: 'C' },
                  { name: 'B', $patch: 'delete' },
                ],
              },
            ],
          },
        },
      },
    });
  });

  it('an order alone is a difference', () => {
    const ports = (...list: number[]) => ({ spec: { ports: list.map(port => ({ port })) } });
    const three = { last: ports(80, 81), wanted: ports(81, 80), live: ports(80, 81) };
    expect(plan(SERVICE, three)).toEqual({
      type: 'strategic',
      spec: { '$setElementOrder/ports': [{ port: 81 }, { port: 80 }] },
    });
  });

  it('the order stays while only others are between', () => {
    const ports = (...list: number[]) => ({ spec: { ports: list.map(port => ({ port })) } });
    expect(plan(SERVICE, { wanted: ports(80, 82), live: ports(80, 81, 82) })).toEqual({ type: 'strategic' });
  });

  it('a volume keeps none of its former source', () => {
    const volumes = (...list: Body[]) => ({ spec: { template: { spec: { volumes: list } } } });
    const three = {
      wanted: volumes({ name: 'v', configMap: { name: 'c' } }),
      live: volumes({ name: 'v', emptyDir: {} }),
    };
    expect(plan(DEPLOYMENT, three)).toMatchObject({
      spec: {
        template: {
          spec: { volumes: [{ name: 'v', configMap: { name: 'c' }, $retainKeys: ['configMap', 'name'] }] },
        },
      },
    });
  });

  it.each([
    {
      rule: 'a port of another protocol is added',
      wanted: ['TCP', 'UDP'],
      live: ['TCP'],
      then: ['TCP', 'UDP'],
    },
    {
      rule: 'one that left goes',
      last: ['TCP', 'UDP'],
      wanted: ['UDP'],
      live: ['TCP', 'UDP'],
      then: ['UDP'],
    },
    { rule: 'one of somebody else stays', wanted: ['TCP'], live: ['TCP', 'UDP'], then: undefined },
  ])('ports of one number: $rule', ({ last, wanted, live, then }) => {
    const ports = (protocols: readonly string[] | undefined) =>
      protocols && { spec: { ports: protocols.map(protocol => ({ port: 53, protocol })) } };
    const found = {
      spec: {
        ports: live.map(protocol => ({ port: 53, protocol, nodePort: 30000 + protocol.charCodeAt(0) })),
      },
    };
    const patch = plan(SERVICE, { last: ports(last), wanted: ports(wanted) ?? {}, live: found });
    const after = applyStrategic(found, patch, SERVICE) as typeof found;
    expect(after.spec.ports.map(({ protocol }) => protocol)).toEqual(then ?? live);
    // What the cluster has given stays.
    for (const { protocol, nodePort } of after.spec.ports)
      if (live.includes(protocol)) expect(nodePort).toBe(30000 + protocol.charCodeAt(0));
  });

  it('finalizers of others stay', () => {
    const finalized = (...finalizers: string[]) => objectOf(CONFIG_MAP, {}, { finalizers });
    const live = objectOf(
      CONFIG_MAP,
      {},
      {
        finalizers: ['a', 'b', 'z'],
        annotations: { [annotationKeys.lastApplied]: JSON.stringify(finalized('a', 'b')) },
      },
    );
    const { body } = planMerge({ manifest: CONFIG_MAP, body: finalized('a', 'c'), live });
    expect(body).toMatchObject({
      metadata: { 'finalizers': ['c'], '$deleteFromPrimitiveList/finalizers': ['b'] },
    });
    expect(applyStrategic(live, body, CONFIG_MAP)).toMatchObject({
      metadata: { finalizers: ['a', 'c', 'z'] },
    });
  });
});

describe('B/WA-052 a custom resource', () => {
  it.each([
    {
      rule: 'a list is one piece',
      last: { spec: { parts: [1] } },
      wanted: { spec: { parts: [2] } },
      live: { spec: { parts: [1, 3] } },
      then: { spec: { parts: [2] } },
    },
    {
      rule: 'a field that left goes, one of others stays',
      last: { spec: { a: 1, b: 1 } },
      wanted: { spec: { a: 1 } },
      live: { spec: { a: 1, b: 1, c: 1 } },
      then: { spec: { b: null } },
    },
    {
      rule: 'a null is a field that is not wanted',
      wanted: { spec: { a: null } },
      live: { spec: { a: 1 } },
      then: {},
    },
    {
      rule: 'one that was applied goes for a null',
      last: { spec: { a: 1 } },
      wanted: { spec: { a: null } },
      live: { spec: { a: 1 } },
      then: { spec: { a: null } },
    },
    { rule: 'a map that is empty is made', wanted: { spec: {} }, live: {}, then: { spec: {} } },
  ])('$rule', ({ last, wanted, live, then }) => {
    expect(plan(WIDGET, { last, wanted, live })).toEqual({ type: 'merge', ...then });
  });

  const OWNER = toOwnerReference({ name: 'web-work', uid: 'u1' });
  const OTHER = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'u9' };

  it('owners of others stay, for the version that was read (B/WA-055)', () => {
    const live = objectOf(WIDGET, {}, { ownerReferences: [OTHER], resourceVersion: '7' });
    const { body } = planMerge({
      manifest: WIDGET,
      body: objectOf(WIDGET, {}, { ownerReferences: [OWNER] }),
      live,
    });
    expect(body).toEqual({ metadata: { ownerReferences: [OTHER, OWNER], resourceVersion: '7' } });
  });

  it.each([
    { kind: WIDGET, isNoted: false },
    { kind: WIDGET, isNoted: true },
    { kind: CONFIG_MAP, isNoted: false },
    { kind: CONFIG_MAP, isNoted: true },
  ])('an AppliedWork of old owns $kind.kind no more, noted: $isNoted (B/WA-062)', ({ kind, isNoted }) => {
    const stale = toOwnerReference({ name: 'web-work', uid: 'u0' });
    const note = JSON.stringify(objectOf(kind, {}, { ownerReferences: [stale] }));
    const live = objectOf(
      kind,
      {},
      {
        ownerReferences: [stale, OTHER],
        resourceVersion: '7',
        ...(isNoted && { annotations: { [annotationKeys.lastApplied]: note } }),
      },
    );
    const { body } = planMerge({
      manifest: kind,
      body: objectOf(kind, {}, { ownerReferences: [OWNER] }),
      live,
      staleOwners: [stale],
    });
    const { ownerReferences } = (kind === WIDGET ? body : applyStrategic(live, body, kind)).metadata as {
      ownerReferences: { uid: string }[];
    };
    expect(ownerReferences.map(({ uid }) => uid).sort()).toEqual(['u1', 'u9']);
  });
});

describe('B/WA-050 the note', () => {
  const body = objectOf(CONFIG_MAP, { data: { a: '1' } }, { annotations: { x: 'y' } });

  it('is the object without itself', () => {
    const noted = withLastApplied(body);
    expect(JSON.parse(noted?.metadata.annotations?.[annotationKeys.lastApplied] ?? '')).toEqual(body);
    expect(lastAppliedOf(noted!)).toEqual(body);
  });

  it('is left out where all annotations together are above the limit (B/WA-051)', () => {
    const room = MAX_ANNOTATION_BYTES - annotationKeys.lastApplied.length;
    const sized = (length: number) => objectOf(CONFIG_MAP, { data: { a: 'x'.repeat(length) } });
    const most = room - JSON.stringify(sized(0)).length;
    expect(withLastApplied(sized(most))).toBeDefined();
    expect(withLastApplied(sized(most + 1))).toBeUndefined();
  });

  it.each([
    { what: 'is no JSON', note: '{' },
    { what: 'is no object', note: '[1]' },
    { what: 'is empty', note: '' },
  ])('counts for nothing where it $what', ({ note }) => {
    const live = objectOf(CONFIG_MAP, {}, { annotations: { [annotationKeys.lastApplied]: note } });
    expect(lastAppliedOf(live)).toBeUndefined();
  });

  it('where server-side apply wrote the object, what it owns was applied', () => {
    const fieldsV1 = {
      'f:metadata': { 'f:annotations': { 'f:x': {} }, 'f:finalizers': { 'v:"a"': {} } },
      'f:data': { '.': {}, 'f:a': {}, 'f:gone': {} },
      'f:spec': {
        'f:ports': {
          'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {}, 'f:name': {} },
          'k:{"port":81}': {},
        },
      },
    };
    const live = objectOf(
      CONFIG_MAP,
      { data: { a: '1', b: '2' }, spec: { ports: [{ port: 80, protocol: 'TCP', name: 'n', nodePort: 3 }] } },
      {
        annotations: { x: 'y', z: 'z' },
        finalizers: ['a', 'b'],
        managedFields: [
          { manager: 'other', operation: 'Apply', fieldsV1: { 'f:data': { 'f:b': {} } } },
          {
            manager: 'work-api-agent',
            operation: 'Apply',
            subresource: 'status',
            fieldsV1: { 'f:data': { 'f:b': {} } },
          },
          { manager: 'work-api-agent', operation: 'Apply', fieldsV1 },
        ],
      },
    );
    expect(lastAppliedOf(live)).toEqual({
      metadata: { annotations: { x: 'y' }, finalizers: ['a'] },
      data: { a: '1' },
      spec: { ports: [{ port: 80, protocol: 'TCP', name: 'n' }] },
    });
  });
});

it('B/WA-053 a note that is deeper than the stack says nothing', () => {
  const note = `{"metadata":{"finalizers":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}}`;
  for (const kind of [SERVICE, WIDGET]) {
    const live = objectOf(
      kind,
      {},
      { finalizers: ['x'], annotations: { [annotationKeys.lastApplied]: note } },
    );
    expect(lastAppliedOf(live)).toBeUndefined();
    const { body } = planMerge({ manifest: kind, body: objectOf(kind, {}, { finalizers: ['y'] }), live });
    expect(JSON.stringify(body)).toContain('"y"');
  }
});
