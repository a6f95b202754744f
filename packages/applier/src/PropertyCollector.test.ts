import { ManualTime, startStubApi, type StubApi } from './testing';
import {
  plus,
  type MemberToDescribe,
  type PropertyProvider,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { KubeClient } from '@fleetstage/kube-client';
import { PropertyCollector } from './PropertyCollector';

const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };
const PRICES = { namespace: 'web', name: 'prices' };

describe('PropertyCollector', () => {
  let api: StubApi;
  let client: KubeClient;
  let ports: ManualTime;

  beforeAll(async () => {
    api = await startStubApi({ groups: [''] });
    client = new KubeClient(api.endpoint('c1'));
    api
      .cluster('c1')
      .put(
        { group: '', version: 'v1', plural: 'configmaps' },
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: PRICES, data: { perHour: '0.25' } },
      );
  });
  afterAll(async () => {
    await client.close();
    await api.stop();
  });
  beforeEach(() => {
    ports = new ManualTime();
  });

  const collectorOf = (...providers: PropertyProvider[]) =>
    new PropertyCollector({ providers, timeoutMs: 10_000, ports });
  const member = (patch: object = {}) => ({ name: 'c1', labels: {}, client, previous: {}, ...patch });
  const provider = (
    name: string,
    collect: (asked: MemberToDescribe) => unknown,
    everyMs?: number,
  ): PropertyProvider => ({
    name,
    collect: collect as PropertyProvider['collect'],
    ...(everyMs !== undefined && { everyMs }),
  });

  it('C/PP-001: hands each provider the member and a way to read it', async () => {
    const prices = provider('prices', async ({ name, labels, read }) => {
      const found = await read.get(CONFIG_MAP, PRICES);
      const listed = await read.list(CONFIG_MAP, { namespace: 'web' });
      const { perHour } = found?.data as { perHour: string };
      return { 'example.com/cost': perHour, [`example.com/${name}-${labels.env}`]: listed.length };
    });
    const answers = await collectorOf(prices).collect(member({ labels: { env: 'prod' } }));
    expect([...answers]).toEqual([
      [
        'prices',
        { kind: 'reported', properties: { 'example.com/cost': '0.25', 'example.com/c1-prod': '1' } },
      ],
    ]);
  });

  it('gives nothing but reading, and nothing of the credentials', async () => {
    let given: MemberToDescribe | undefined;
    const spy = provider('spy', async asked => {
      given = asked;
      return {};
    });
    await collectorOf(spy).collect(member());
    expect(Object.keys(given!).sort()).toEqual(['labels', 'name', 'read', 'signal']);
    expect(Object.keys(given!.read).sort()).toEqual(['get', 'list']);
    expect(await given!.read.get(CONFIG_MAP, { ...PRICES, name: 'none' })).toBeUndefined();
  });

  it.each<{ rule: string; collect: () => unknown; says: RegExp }>([
    { rule: 'throws', collect: () => Promise.reject(new Error('no prices')), says: /no prices/ },
    {
      rule: 'throws before it promises anything',
      collect: () => {
        throw new Error('at once');
      },
      says: /at once/,
    },
    {
      rule: 'reports what is no property',
      collect: async () => ({ 'a b': '1' }),
      says: /"a b" is no property name/,
    },
    { rule: 'returns nothing', collect: async () => undefined, says: /no object of names and values/ },
  ])('C/PP-013: a provider that $rule has failed, and the others are heard', async ({ collect, says }) => {
    const answers = await collectorOf(
      provider('bad', collect),
      provider('good', async () => ({ 'example.com/a': '1' })),
    ).collect(member());
    const bad = answers.get('bad');
    expect(bad?.kind === 'failed' ? bad.message : bad).toMatch(says);
    expect(answers.get('good')?.kind).toBe('reported');
  });

  it('C/PP-010, PP-011: a late provider is aborted, and not asked again until it is done', async () => {
    let finish: ((properties: Record<string, string>) => void) | undefined;
    let signal: AbortSignal | undefined;
    const slow = provider('slow', asked => {
      signal = asked.signal;
      return new Promise(resolve => {
        finish = resolve;
      });
    });
    const collector = collectorOf(slow);
    const asked = collector.collect(member());
    expect(signal?.aborted).toBe(false);
    ports.advance(10_000);
    expect((await asked).get('slow')).toEqual({ kind: 'timedOut', afterMs: 10_000 });
    expect(signal?.aborted).toBe(true);
    expect((await collector.collect(member())).get('slow')).toEqual({ kind: 'busy' });
    // Another member is no matter of this one.
    const other = collector.collect(member({ name: 'c2' }));
    finish?.({ 'example.com/a': '1' });
    expect((await other).get('slow')?.kind).toBe('reported');
  });

  it('C/PP-015: a period lets heartbeats pass', async () => {
    let calls = 0;
    const hourly = provider(
      'hourly',
      async () => {
        calls += 1;
        return {};
      },
      3_600_000,
    );
    const previous = { properties: {}, observedAt: ports.clock.now() };
    const collector = collectorOf(hourly);
    expect((await collector.collect(member({ previous: { hourly: previous } }))).get('hourly')).toEqual({
      kind: 'notDue',
    });
    const longAgo = { ...previous, observedAt: plus(previous.observedAt, -3_600_000) };
    await collector.collect(member({ previous: { hourly: longAgo } }));
    expect(calls).toBe(1);
  });

  describe('start', () => {
    const starting = (start: () => Promise<void>): { provider: PropertyProvider; asked: string[] } => {
      const asked: string[] = [];
      const one: PropertyProvider = {
        name: 'gpus',
        start: ({ name }) => {
          asked.push(`start ${name}`);
          return start();
        },
        collect: async ({ name }) => {
          asked.push(`collect ${name}`);
          return { resources: { 'nvidia.com/gpu': { available: 3 } } };
        },
      };
      return { provider: one, asked };
    };

    it('C/PP-001: is called once for each member, before the first collection', async () => {
      const { provider: gpus, asked } = starting(async () => {});
      const collector = collectorOf(gpus);
      await collector.collect(member());
      const answers = await collector.collect(member());
      await collector.collect(member({ name: 'c2' }));
      expect(asked).toEqual(['start c1', 'collect c1', 'collect c1', 'start c2', 'collect c2']);
      expect(answers.get('gpus')).toEqual({
        kind: 'reported',
        properties: {},
        resources: { 'nvidia.com/gpu': { available: '3' } },
      });
    });

    it('C/PP-009, PP-012: one that fails is named, and called again at the next heartbeat', async () => {
      let calls = 0;
      const { provider: gpus, asked } = starting(async () => {
        calls += 1;
        if (calls === 1) throw new Error('no device plugin');
      });
      const collector = collectorOf(gpus);
      expect((await collector.collect(member())).get('gpus')).toEqual({
        kind: 'notStarted',
        reason: 'FailedToStart',
        message: 'Failed to start the property provider gpus: no device plugin',
      });
      expect((await collector.collect(member())).get('gpus')?.kind).toBe('reported');
      expect(asked).toEqual(['start c1', 'start c1', 'collect c1']);
    });

    it('C/PP-009: one that takes longer than 10 s is late, and busy until it ends', async () => {
      let finish: (() => void) | undefined;
      const { provider: gpus } = starting(
        () =>
          new Promise(resolve => {
            finish = resolve;
          }),
      );
      const collector = collectorOf(gpus);
      const asked = collector.collect(member());
      ports.advance(10_000);
      expect((await asked).get('gpus')).toMatchObject({ kind: 'notStarted', reason: 'TimedOut' });
      expect((await collector.collect(member())).get('gpus')).toEqual({ kind: 'busy' });
      finish?.();
    });
  });
});
