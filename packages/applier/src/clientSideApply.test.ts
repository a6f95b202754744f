import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { applyWork } from './applyWork';
import { observeWork } from './observeWork';
import { statusOf } from './testing';
import { aConfigMap, aNamespace, aWork, startCluster } from './testing/aFleet.testing';

const NOTE = 'kubernetes-fleet.io/last-applied-configuration';
const PLACE = { group: '', version: 'v1', plural: 'configmaps', namespace: 'web', name: 'app' };

let c: Awaited<ReturnType<typeof startCluster>>;
const sent: { type: string; body: unknown }[] = [];
beforeEach(async () => {
  c = await startCluster();
  sent.length = 0;
});
afterEach(() => c.stop());

const apply = (data: Record<string, string>, more: object = {}) =>
  applyWork(c.client, aWork({ manifests: [aNamespace(), aConfigMap(data)], ...more }));
const found = (): KubeObject & { data?: unknown } => c.stub.find('configmaps', 'app', 'web')!;
const noteOf = (object: KubeObject) => object.metadata.annotations?.[NOTE];

it('B/WA-050, WA-073: what is created carries what was applied', async () => {
  await apply({ a: '1' });
  expect(JSON.parse(noteOf(found()) ?? '')).toMatchObject({ data: { a: '1' }, metadata: { name: 'app' } });
});

it('B/WA-052, WA-054: a field that left goes, that of somebody else stays, ours is put right', async () => {
  await apply({ a: '1', b: '2' });
  c.stub.merge(PLACE, { data: { a: 'x', foreign: 'y' } });
  await apply({ a: '1', c: '3' });
  expect(found().data).toEqual({ a: '1', c: '3', foreign: 'y' });
  expect(JSON.parse(noteOf(found()) ?? '')).toMatchObject({ data: { a: '1', c: '3' } });
  const { managedFields } = found().metadata as { managedFields?: readonly object[] };
  expect(managedFields).toContainEqual({ manager: 'work-api-agent', operation: 'Update' });
});

it('B/WA-052: a field that left goes although somebody else applies it, too', async () => {
  await apply({ a: '1', b: '2' });
  c.stub.apply(PLACE, aConfigMap({ b: '2' }) as never, { manager: 'somebody', force: true });
  await apply({ a: '1' });
  expect(found().data).toEqual({ a: '1' });
});

it('a repeat writes nothing', async () => {
  await apply({ a: '1' });
  await apply({ a: '2' });
  const { writeCount } = await apply({ a: '2' });
  expect(writeCount).toBe(0);
});

describe('B/WA-051 above the size of annotations', () => {
  const large = (end: string) => ({ big: 'x'.repeat(262_144), end });

  it('server-side apply takes over, with an empty note, until it fits again', async () => {
    await apply({ a: '1' });
    c.stub.intercept = ({ verb, body }) => {
      if (verb === 'PATCH') sent.push({ type: verb, body });
      return undefined;
    };
    const { report } = await apply(large('1'));
    expect(report.applied?.status).toBe('True');
    expect(noteOf(found())).toBe('');
    expect(found().data).toEqual(large('1'));
    // The whole object was sent, and no difference.
    expect(sent.at(-1)?.body).toMatchObject({ kind: 'ConfigMap', data: { end: '1' } });
    await apply(large('2'));
    expect(found().data).toEqual(large('2'));
    await apply({ end: '2' });
    expect(JSON.parse(noteOf(found()) ?? '')).toMatchObject({ data: { end: '2' } });
  });

  it('an object that begins so large is created', async () => {
    await apply(large('1'));
    expect([found().data, noteOf(found())]).toEqual([large('1'), '']);
  });

  it('says so of the object, as long as it is so', async () => {
    const first = await apply(large('1'));
    const said =
      'All corresponding work objects are applied; ConfigMap web/app: it is applied by server-side apply, without force, as its last applied configuration would take its annotations above 262144 bytes';
    expect(first.report.applied?.message).toBe(said);
    const next = { previousReport: first.report, previousInventory: first.inventory };
    expect((await apply(large('1'), next)).report.applied?.message).toBe(said);
    const input = aWork({ manifests: [aNamespace(), aConfigMap(large('1'))], ...next });
    const unseen = await observeWork(c.client, { ...input, live: () => 'unseen' });
    expect(unseen.report.applied?.message).toBe(said);
    const { report } = await apply({ a: '1' }, next);
    expect(report.applied?.message).toBe('All corresponding work objects are applied');
  });
});

it('an object that goes between read and write is created again', async () => {
  await apply({ a: '1' });
  let isFirst = true;
  c.stub.intercept = ({ verb, place }) => {
    if (verb !== 'PATCH' || place.plural !== 'configmaps' || !isFirst) return undefined;
    isFirst = false;
    c.stub.remove('configmaps', 'app', 'web');
    return statusOf(404, 'NotFound', 'configmaps "app" not found');
  };
  const { report } = await apply({ a: '2' });
  expect(report.applied?.status).toBe('True');
  expect(found().data).toEqual({ a: '2' });
});

it('B/WA-056: server-side apply takes the note of a merge away, or a later merge would believe it', async () => {
  await apply({ a: '1' });
  await apply({ a: '2' });
  await apply(
    { a: '3' },
    { applyStrategy: { type: 'ServerSideApply', serverSideApplyConfig: { force: true } } },
  );
  expect(noteOf(found())).toBe('');
});
