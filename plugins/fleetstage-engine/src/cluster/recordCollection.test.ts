import { minutesBefore, NOON } from '../testing/builders';
import { addNodes, addRequests } from './toClusterProperties';
import { toNamespaces } from './toNamespaces';
import { recordCollection, type KnownProperties } from './recordCollection';

const node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n' },
  status: { capacity: { cpu: '4' }, allocatable: { cpu: '4' } },
};
const shop = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
const FAILURE = { reason: 'FleetstageCollectionFailed' as const, message: 'nodes is forbidden' };
const NONE = new Map();
const requested = addRequests([]);

const before: KnownProperties = recordCollection(
  undefined,
  {
    seen: { version: 'v1.36.3', nodes: addNodes([node]), requested, namespaces: toNamespaces([shop]) },
    answers: new Map([['cost', { kind: 'reported', properties: { 'example.com/cost': '2' } }]]),
  },
  minutesBefore(1),
);

describe('recordCollection', () => {
  it('A/PL-076…078, C/PP-002, PP-005: the first collection', () => {
    expect(before).toEqual({
      properties: {
        'k8s.io/k8s-version': 'v1.36.3',
        'kubernetes-fleet.io/node-count': '1',
        'example.com/cost': '2',
      },
      resourceUsage: expect.objectContaining({ observationTime: '2026-11-21T11:59:00Z' }),
      collection: {
        core: { 'k8s.io/k8s-version': 'v1.36.3', 'kubernetes-fleet.io/node-count': '1' },
        namespaces: 'Succeeded',
        providers: { cost: { properties: { 'example.com/cost': '2' }, observedAt: minutesBefore(1) } },
      },
      namespaces: { shop: '' },
    });
  });

  it('C/PP-010: what could not be read stays as it was, and the failure is kept', () => {
    const answers = new Map([['cost', { kind: 'notDue' as const }]]);
    const after = recordCollection(before, { failure: FAILURE, answers }, NOON);
    expect(after).toEqual({ ...before, collection: { ...before.collection, failure: FAILURE } });
  });

  it('A/PL-078: namespaces that cannot be listed are not taken for none', () => {
    const seen = { nodes: addNodes([node, node]), requested };
    const after = recordCollection(before, { seen, failure: FAILURE, answers: NONE }, NOON);
    expect([after.namespaces, after.collection.namespaces]).toEqual([{ shop: '' }, 'Succeeded']);
    expect(after.properties).toEqual({ 'kubernetes-fleet.io/node-count': '2' });
    expect(recordCollection(undefined, { seen, answers: NONE }, NOON).collection).toEqual({
      core: { 'kubernetes-fleet.io/node-count': '2' },
      providers: {},
    });
  });

  it('a failure is over with the next collection', () => {
    const failed = recordCollection(before, { failure: FAILURE, answers: NONE }, NOON);
    const after = recordCollection(failed, { seen: { nodes: addNodes([]), requested }, answers: NONE }, NOON);
    expect(after.collection.failure).toBeUndefined();
  });
});
