import { KubeClient, MEMBER_LIMITS, VALUE_BYTES, type KubeObject } from '@fleetstage/kube-client';
import { applyWork, type ApplyResult } from './applyWork';
import { observeWork } from './observeWork';
import { inspect } from 'node:util';
import { denseValues, heapMiB, statusOf, type StubAnswer } from './testing';
import { aConfigMap, aNamespace, aWork, startCluster } from './testing/aFleet.testing';

const COUNT = 16;
/** Of all that a pass keeps; each of the objects takes up to 14 MiB. */
const MAY_HOLD_MIB = 100;
/** As dense as an answer may be. */
const DENSE = denseValues(MEMBER_LIMITS.object / VALUE_BYTES - 500);
/** Its text is below 256 KiB. */
const HALF_DENSE = denseValues(40_000);
const READY = { observedGeneration: 1, availableReplicas: 1, updatedReplicas: 1 };
const LONG = 'x'.repeat(3 * 1024 * 1024);

const configMaps = Array.from({ length: COUNT }, (_, i) => aConfigMap({ a: '1' }, `c-${i}`));
const deployments = configMaps.map(({ metadata }) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata,
  spec: { replicas: 1 },
}));

let c: Awaited<ReturnType<typeof startCluster>>;
let client: KubeClient;
let before: number;
beforeEach(async () => {
  c = await startCluster({ workloads: 'atOnce' });
  client = new KubeClient(c.api.endpoint('c1'), { limits: MEMBER_LIMITS });
  c.stub.put({ group: '', version: 'v1', plural: 'namespaces' }, aNamespace());
  before = heapMiB();
});
afterEach(async () => {
  await client.close();
  await c.stop();
});

const held = () => Math.round(heapMiB() - before);
const next = ({ report, inventory }: ApplyResult) => ({
  previousReport: report,
  previousInventory: inventory,
});

/** Every object that is read holds this as well. Answers what the heap held when the first of them was written. */
function inflate(fields: object): { readonly heldAtWriting: () => number | undefined } {
  let atWriting: number | undefined;
  c.stub.intercept = ({ verb, place }): StubAnswer | undefined => {
    if (place.namespace === undefined) return undefined;
    if (verb !== 'GET') atWriting ??= held();
    if (verb !== 'GET') return undefined;
    const { name = '', namespace, plural } = place;
    const stored = c.stub.find(plural, name, namespace) ?? { ...aConfigMap(), metadata: { name, namespace } };
    return { status: 200, body: { ...stored, ...fields } };
  };
  return { heldAtWriting: () => atWriting };
}

describe('a pass keeps a bounded part of what a member answers', () => {
  it('while it reads the objects', async () => {
    const { heldAtWriting } = inflate({ extra: DENSE });
    const { report, writeCount } = await applyWork(client, aWork({ manifests: configMaps }));
    expect(heldAtWriting()).toBeLessThan(MAY_HOLD_MIB);
    expect([report.applied?.status, writeCount]).toEqual(['True', COUNT]);
  }, 60_000);

  it('and nothing of a larger one, with a sentence that says why', async () => {
    inflate({ extra: [DENSE, DENSE] });
    const { report } = await applyWork(client, aWork({ manifests: configMaps }));
    expect(held()).toBeLessThan(MAY_HOLD_MIB);
    expect(report.failed).toHaveLength(COUNT);
    expect(report.failed[0].condition).toMatchObject({
      reason: 'FailedToFindObjInMemberCluster',
      message:
        'GET configmaps: the answer has more than 131072 values, counts as larger than 4 MiB and was not used',
    });
  }, 60_000);

  it('of statuses, whether it applies or reads', async () => {
    const first = await applyWork(client, aWork({ manifests: deployments }));
    inflate({ status: { ...READY, extra: HALF_DENSE } });
    const input = aWork({ manifests: deployments, ...next(first) });
    const applied = await applyWork(client, input);
    const observed = await observeWork(client, input);
    expect(held()).toBeLessThan(MAY_HOLD_MIB);
    // Each takes 1.2 MiB of 8.
    expect([applied, observed].map(({ statuses }) => statuses.length)).toEqual([6, 6]);
  }, 60_000);

  it('of statuses, none that is too large to be kept, and none where nobody keeps them', async () => {
    const first = await applyWork(client, aWork({ manifests: deployments }));
    inflate({ status: { ...READY, extra: DENSE } });
    const input = aWork({ manifests: deployments, ...next(first) });
    const applied = await applyWork(client, input);
    const observed = await observeWork(client, input);
    expect(held()).toBeLessThan(MAY_HOLD_MIB);
    for (const { statuses } of [applied, observed])
      expect(statuses.map(({ status }) => status)).toEqual(deployments.map(() => 'tooLarge'));
    const unkept = { ...input, keepsStatuses: false };
    expect([await applyWork(client, unkept), await observeWork(client, unkept)]).toMatchObject([
      { statuses: [] },
      { statuses: [] },
    ]);
  }, 60_000);

  it('of statuses, those that fit, whatever came before them', async () => {
    const first = await applyWork(client, aWork({ manifests: deployments }));
    inflate({ status: { ...READY, extra: HALF_DENSE } });
    const inflated = c.stub.intercept!;
    c.stub.intercept = call => (call.place.name === 'c-15' ? undefined : inflated(call));
    const { statuses } = await observeWork(client, aWork({ manifests: deployments, ...next(first) }));
    expect(statuses.map(({ object }) => object.name)).toEqual([0, 1, 2, 3, 4, 5, 15].map(i => `c-${i}`));
  }, 60_000);

  it('of differences', async () => {
    const applyStrategy = { comparisonOption: 'FullComparison', whenToApply: 'IfNotDrifted' } as const;
    const work = aWork({ manifests: configMaps, applyStrategy });
    const first = await applyWork(client, work);
    const text = Array.from({ length: 120 }, (_, i) => [`key-${i}`, 'y'.repeat(20_000)]);
    inflate({ data: Object.fromEntries([['a', LONG.slice(0, 1_000_000)], ...text]) });
    const { report } = await applyWork(client, { ...work, ...next(first) });
    expect(JSON.stringify(report).length).toBeLessThan(5 * 1024 * 1024);
    expect(report.drifted).toHaveLength(COUNT);
  }, 60_000);

  it('of names that are kept, which have to be names', async () => {
    const first = await applyWork(client, aWork({ manifests: configMaps }));
    c.stub.intercept = ({ verb, place }): StubAnswer | undefined => {
      if (verb !== 'GET' || place.namespace === undefined) return undefined;
      const { metadata, ...rest } = c.stub.find('configmaps', place.name!, place.namespace) as KubeObject;
      return { status: 200, body: { ...rest, metadata: { ...metadata, uid: LONG } } };
    };
    const { inventory, report } = await applyWork(client, aWork({ manifests: configMaps, ...next(first) }));
    expect(JSON.stringify(inventory).length).toBeLessThan(100_000);
    expect(report.failed).toHaveLength(COUNT);
  }, 60_000);
});

it('objects that were not read ahead are read once, when their turn comes', async () => {
  const large = { extra: 'x'.repeat(1024 * 1024) };
  inflate(large);
  await applyWork(client, aWork({ manifests: configMaps }));
  const reads = c.stub.calls.filter(call => call.startsWith('GET') && call.includes('/configmaps/'));
  // Eight are read at a time: those that arrive when there is no room any more are read again.
  expect(reads.length).toBeLessThanOrEqual(COUNT + 8);
}, 60_000);

describe('what is not wanted any more is removed, however large it has grown', () => {
  const namespace = aNamespace();
  const secret = { ...aConfigMap({ token: 'cGxhbnRlZA==' }, 'secret'), kind: 'Secret' };
  const placed = [namespace, aConfigMap(), secret];
  const large = (kind: string, stored: object) => ({
    apiVersion: 'v1',
    kind,
    ...stored,
    data: { LONG, more: LONG },
  });

  /** Reads and deletions of whole objects answer with 6 MiB; `refuse` has deletions refused. */
  const grow = (refuse?: StubAnswer) => {
    c.stub.intercept = ({ verb, place, isMetadataOnly }): StubAnswer | undefined => {
      const { plural, name = '', namespace: inside } = place;
      const stored = inside === undefined ? undefined : c.stub.find(plural, name, inside);
      if (stored === undefined || isMetadataOnly) return undefined;
      if (verb === 'GET') return { status: 200, body: large(stored.kind, stored) };
      if (verb !== 'DELETE' || refuse) return verb === 'DELETE' ? refuse : undefined;
      c.stub.delete(place, {});
      return { status: 200, body: large(stored.kind, stored) };
    };
  };

  it('and its deletion is accepted', async () => {
    const first = await applyWork(client, aWork({ manifests: placed }));
    grow();
    const second = await applyWork(client, aWork({ ...next(first), manifests: [namespace] }));
    expect(second.needsRetry).toBe(false);
    expect([c.stub.find('configmaps', 'app', 'web'), c.stub.find('secrets', 'secret', 'web')]).toEqual([
      undefined,
      undefined,
    ]);
  }, 60_000);

  it.each([422, 503])(
    'RUL 40 and of a Secret nothing is repeated where that is refused with %i',
    async code => {
      const first = await applyWork(client, aWork({ manifests: [namespace, secret] }));
      grow(statusOf(code, 'Odd', 'denied: planted (cGxhbnRlZA==)'));
      const message = await applyWork(client, aWork({ ...next(first), manifests: [namespace] })).then(
        result => inspect(result, { depth: 9 }),
        error => inspect(error, { depth: 9 }),
      );
      expect(c.stub.calls.filter(call => /^DELETE .*secrets/.test(call))).toHaveLength(1);
      expect(message).not.toMatch(/planted|cGxhbnRlZA/);
    },
    60_000,
  );
});
