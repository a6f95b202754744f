import { minutesBefore, NOON } from '../testing/builders';
import {
  isDue,
  mergeProperties,
  mergeResources,
  recordAnswers,
  type ProviderAnswer,
  type ResourceAmounts,
} from './collection';
import { parseProvided } from './parseProvided';
import { MAX_NAMESPACES, toNamespaces } from './toNamespaces';

const BEFORE = { cost: { properties: { 'example.com/cost': '1' }, observedAt: minutesBefore(5) } };
const record = (answer: ProviderAnswer) => recordAnswers(BEFORE, new Map([['cost', answer]]), NOON).cost;

describe('recordAnswers', () => {
  it('C/PP-013: keeps what the provider reported, and when', () => {
    expect(record({ kind: 'reported', properties: { 'example.com/cost': '2' } })).toEqual({
      properties: { 'example.com/cost': '2' },
      observedAt: NOON,
    });
  });

  it.each<{ rule: string; answer: ProviderAnswer; reason: string; says: RegExp }>([
    {
      rule: 'an error',
      answer: { kind: 'failed', message: 'no ConfigMap' },
      reason: 'FleetstageCollectionFailed',
      says: /provider cost failed: no ConfigMap/,
    },
    {
      rule: 'C/PP-010: a late answer',
      answer: { kind: 'timedOut', afterMs: 10_000 },
      reason: 'TimedOut',
      says: /cost has not answered within 10 s/,
    },
    {
      rule: 'C/PP-011: an unfinished call',
      answer: { kind: 'busy' },
      reason: 'TooManyCalls',
      says: /cost is still busy/,
    },
  ])('$rule keeps the last values and names the provider', ({ answer, reason, says }) => {
    const { failure, ...kept } = record(answer);
    expect(kept).toEqual(BEFORE.cost);
    expect(failure?.reason).toBe(reason);
    expect(failure?.message).toMatch(says);
  });

  it('C/PP-009: one that has not started keeps its last values, and is due at each heartbeat', () => {
    const failure = { reason: 'FailedToStart', message: 'no device plugin' } as const;
    const after = record({ kind: 'notStarted', ...failure });
    expect(after).toEqual({ ...BEFORE.cost, notStarted: failure });
    expect(isDue(after, 3_600_000, NOON)).toBe(true);
    const result = { kind: 'reported', properties: {}, conditions: [] } as const;
    expect(recordAnswers({ cost: after }, new Map([['cost', result]]), NOON).cost).toEqual({
      properties: {},
      conditions: [],
      observedAt: NOON,
    });
  });

  it('a failure is forgotten with the next answer, and stays while the provider is not due', () => {
    const failed = recordAnswers(BEFORE, new Map([['cost', { kind: 'busy' }]]), NOON);
    expect(recordAnswers(failed, new Map([['cost', { kind: 'notDue' }]]), NOON)).toEqual(failed);
    const result = { kind: 'reported', properties: {} } as const;
    expect(recordAnswers(failed, new Map([['cost', result]]), NOON).cost.failure).toBeUndefined();
  });

  it('a provider that is installed no more takes its values with it', () => {
    expect(recordAnswers(BEFORE, new Map(), NOON)).toEqual({});
  });
});

describe('isDue', () => {
  it.each([
    { rule: 'never asked', previous: undefined, everyMs: 600_000, due: true },
    { rule: 'C/PP-015: no period: every heartbeat', previous: BEFORE.cost, everyMs: undefined, due: true },
    { rule: 'within its period', previous: BEFORE.cost, everyMs: 300_001, due: false },
    { rule: 'its period has passed', previous: BEFORE.cost, everyMs: 300_000, due: true },
    {
      rule: 'at once after a failure',
      previous: { ...BEFORE.cost, failure: { reason: 'TimedOut' as const, message: '' } },
      everyMs: 600_000,
      due: true,
    },
  ])('$rule', ({ previous, everyMs, due }) => {
    expect(isDue(previous, everyMs, NOON)).toBe(due);
  });
});

describe('mergeProperties', () => {
  const provided = (value: string, name = 'x') => ({ properties: { [name]: value } });

  it('adds what providers report; the first of two counts, and core properties stay', () => {
    const core = { 'kubernetes-fleet.io/node-count': '3' };
    const providers = {
      b: provided('of b'),
      a: provided('of a'),
      c: provided('9', 'kubernetes-fleet.io/node-count'),
    };
    expect(mergeProperties({ core, providers })).toEqual({ ...core, x: 'of a' });
    expect(mergeProperties({ core, providers: {} })).toEqual(core);
  });
});

describe('mergeResources', () => {
  const core = { capacity: { cpu: '8' }, available: { cpu: '3' }, observationTime: '2026-11-21T12:00:00Z' };
  const of = (resources: Readonly<Record<string, ResourceAmounts>>) => ({ properties: {}, resources });

  it('C/PP-006: adds resources of providers, which need not exist on any node', () => {
    const gpus = of({
      'nvidia.com/gpu': { total: '8', available: '3' },
      'example.com/seats': { available: '12' },
    });
    expect(mergeResources(core, { gpus })).toEqual({
      capacity: { 'cpu': '8', 'nvidia.com/gpu': '8' },
      allocatable: {},
      available: { 'cpu': '3', 'nvidia.com/gpu': '3', 'example.com/seats': '12' },
      observationTime: core.observationTime,
    });
  });

  it('lets no provider replace a core resource, and the first by name counts', () => {
    const a = of({ x: { available: '1' }, cpu: { available: '99' } });
    expect(mergeResources(core, { b: of({ x: { available: '2' } }), a }).available).toEqual({
      cpu: '3',
      x: '1',
    });
  });

  it('is the core where no provider reports any', () => {
    expect(mergeResources(core, { cost: { properties: {} } })).toBe(core);
  });
});

describe('parseProvided', () => {
  it('C/PP-001: takes a report with resources and conditions', () => {
    const conditions = [{ type: 'example.com/CostsRead', status: 'True', reason: 'CostsCalculated' }];
    const resources = { 'nvidia.com/gpu': { total: 8, allocatable: '8', available: 3.5 } };
    expect(parseProvided({ properties: { cost: 1 }, resources, conditions })).toEqual({
      ok: true,
      value: {
        properties: { cost: '1' },
        resources: { 'nvidia.com/gpu': { total: '8', allocatable: '8', available: '3.5' } },
        conditions: [{ ...conditions[0], message: '' }],
      },
    });
    expect(parseProvided({ conditions })).toMatchObject({ ok: true, value: { properties: {} } });
  });

  it('C/PP-003, PP-004: an address and an authority are reported by providers alone, and may be long', () => {
    const properties = {
      'k8s.io/cluster-entrypoint': 'https://edge.example:6443',
      'k8s.io/cluster-certificate-authority-data': 'a'.repeat(2_000),
    };
    expect(parseProvided(properties)).toEqual({ ok: true, value: { properties } });
  });

  it('takes texts and numbers by names as policies use them', () => {
    const result = {
      'example.com/cost': 0.25,
      'kubernetes.azure.com/vm-sizes/Standard_B2/count': '4',
      'plain': '',
    };
    expect(parseProvided(result)).toEqual({
      ok: true,
      value: { properties: { ...result, 'example.com/cost': '0.25' } },
    });
  });

  it.each<{ rule: string; result: unknown; says: RegExp }>([
    { rule: 'no object', result: undefined, says: /no object of names and values/ },
    { rule: 'a list', result: ['1'], says: /no object of names and values/ },
    { rule: 'no name', result: { 'a b': '1' }, says: /"a b" is no property name/ },
    {
      rule: 'a name that is too long',
      result: { [`a${'b'.repeat(317)}`]: '1' },
      says: /is no property name/,
    },
    { rule: 'a core property', result: { 'kubernetes-fleet.io/node-count': '1' }, says: /collects itself/ },
    {
      rule: 'a resource',
      result: { 'resources.kubernetes-fleet.io/total-cpu': '1' },
      says: /collects itself/,
    },
    { rule: 'a value that is none', result: { cost: null }, says: /value of "cost" is neither/ },
    { rule: 'not a number', result: { cost: NaN }, says: /value of "cost" is neither/ },
    { rule: 'a long value', result: { cost: '1'.repeat(257) }, says: /longer than 256/ },
    { rule: 'a part that is none', result: { resources: {}, gpus: 1 }, says: /its report has "gpus"/ },
    { rule: 'properties that are none', result: { properties: ['1'] }, says: /its properties are no object/ },
    { rule: 'a property of a report', result: { properties: { 'a b': '1' } }, says: /"a b" is no property/ },
    { rule: 'resources that are none', result: { resources: ['1'] }, says: /its resources are no object/ },
    {
      rule: 'a core resource',
      result: { resources: { cpu: { total: 1 } } },
      says: /"cpu" is one that Fleetstage counts/,
    },
    {
      rule: 'no name of a resource',
      result: { resources: { 'a b': { total: 1 } } },
      says: /no name of a resource/,
    },
    ...[{}, { used: 1 }, { total: 'many' }, 1].map(amounts => ({
      rule: `amounts such as ${JSON.stringify(amounts)}`,
      result: { resources: { gpu: amounts } },
      says: /resource "gpu" has no amounts/,
    })),
    {
      rule: 'too many resources',
      result: {
        resources: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`r${i}`, { total: 1 }])),
      },
      says: /21 resources; 20 are kept/,
    },
    { rule: 'conditions that are none', result: { conditions: {} }, says: /its conditions are no list/ },
    ...[
      [{}, /has no type/],
      [null, /has no type/],
      [{ type: 'Joined' }, /"Joined" is one of Fleetstage/],
      [{ type: 'x', status: 'yes' }, /status of condition "x" is none of True, False, Unknown/],
      [{ type: 'x', status: 'True', reason: 'two words' }, /reason of condition "x"/],
      [{ type: 'x', status: 'True' }, /reason of condition "x"/],
      [{ type: 'x', status: 'True', reason: 'R', message: 1 }, /message of condition "x"/],
    ].map(([one, says]) => ({
      rule: `a condition such as ${JSON.stringify(one)}`,
      result: { conditions: [one] },
      says: says as RegExp,
    })),
    {
      rule: 'too many conditions',
      result: { conditions: Array.from({ length: 11 }, () => ({})) },
      says: /11 conditions; 10 are kept/,
    },
    {
      rule: 'too many',
      result: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`p${i}`, '1'])),
      says: /101 properties; 100 are kept/,
    },
  ])('refuses $rule', ({ result, says }) => {
    const parsed = parseProvided(result);
    expect(parsed.ok ? '' : parsed.error).toMatch(says);
  });
});

describe('toNamespaces', () => {
  const namespace = (name: string, ...owners: { kind: string; name: string }[]) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name,
      ownerReferences: owners.map(owner => ({ apiVersion: 'v1', uid: 'u', ...owner })),
    },
  });

  it('A/PL-078: by name, with the work that owns each', () => {
    const collected = toNamespaces([
      namespace('web', { kind: 'Other', name: 'x' }, { kind: 'AppliedWork', name: 'shop' }),
      namespace('default'),
    ]);
    expect(collected).toEqual({ namespaces: { default: '', web: 'shop' }, state: 'Succeeded' });
    expect(Object.keys(collected.namespaces)).toEqual(['default', 'web']);
  });

  it.each([
    { count: MAX_NAMESPACES - 1, kept: 199, state: 'Succeeded' },
    { count: MAX_NAMESPACES, kept: 200, state: 'Degraded' },
    { count: MAX_NAMESPACES + 50, kept: 200, state: 'Degraded' },
  ])('A/PL-081, C/PP-020: of $count namespaces $kept are kept: $state', ({ count, kept, state }) => {
    const all = Array.from({ length: count }, (_, i) => namespace(`n${String(i).padStart(3, '0')}`));
    const collected = toNamespaces([...all].reverse());
    expect([Object.keys(collected.namespaces).length, collected.state]).toEqual([kept, state]);
    expect(Object.keys(collected.namespaces)[0]).toBe('n000');
  });
});
