import type { KubeObject } from '../contracts';
import { stagePlayer } from './play';
import { readStages } from './readStages';
import { renderTemplate } from './renderTemplate';
import { NOW, viewOf } from './testView.testing';

const stages = readStages();

const pod = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop', uid: name },
  spec: {
    nodeName: 'node-1',
    readinessGates: [{ conditionType: 'example.io/open' }],
    containers: [{ name: 'web', image: 'r/web:v1' }],
  },
  status: { phase: 'Pending', qosClass: 'BestEffort' },
});
const player = stagePlayer(stages.get('v1/Pod') ?? []);

it('waits the delay of the stage with the jitter of the object, the same each time', () => {
  const wakes = ['a', 'b', 'c'].map(name => (player(pod(name), viewOf([])).wakeAt ?? 0) - NOW);
  for (const wake of wakes) expect([wake >= 500, wake < 1200]).toEqual([true, true]);
  expect(new Set(wakes).size).toBe(3);
  expect((player(pod('a'), viewOf([])).wakeAt ?? 0) - NOW).toBe(wakes[0]);
});

it('makes the next status over the present one, gates included', () => {
  const { writes } = player(pod('a'), viewOf([], NOW + 2000));
  expect(writes).toEqual([{ kind: 'updateStatus', object: expect.anything() }]);
  const [write] = writes;
  const status = write.kind === 'updateStatus' ? write.object.status : undefined;
  expect(status).toMatchObject({
    phase: 'Running',
    qosClass: 'BestEffort',
    startTime: '2026-11-21T12:00:02Z',
    containerStatuses: [{ name: 'web', image: 'r/web:v1', ready: true, started: true }],
  });
  const { conditions } = status as { conditions: readonly { type: string }[] };
  expect(conditions.map(({ type }) => type)).toContain('example.io/open');
  expect(status).not.toHaveProperty('initContainerStatuses');
});

it('counts an expiry from the moment that the object names', () => {
  const event = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'e', creationTimestamp: '2026-11-21T11:30:00Z' },
  };
  const expiry = stagePlayer(stages.get('v1/Event') ?? []);
  expect(expiry(event, viewOf([])).wakeAt).toBe(Date.parse('2026-11-21T12:30:00Z'));
  expect(expiry(event, viewOf([], NOW + 3_600_000)).writes).toEqual([{ kind: 'delete', object: event }]);
});

it.each([
  ['{{ a.b }}', 1],
  ['{{ a.none }}', undefined],
  ['<{{ a.b }}>', '<1>'],
  [{ x: '{{ a.none }}', y: 'z' }, { y: 'z' }],
  [{ each: 'list', render: { n: '{{ item.n }}' } }, [{ n: 'p' }, { n: 'q' }]],
  [
    [0, { each: 'list', render: '{{ item.n }}' }],
    [0, 'p', 'q'],
  ],
  [[0, { each: 'none', render: 1 }], [0]],
  [{ if: 'a.b', matches: '1', then: 'yes', else: 'no' }, 'yes'],
  [{ if: 'a.b', matches: '2', then: 'yes', else: 'no' }, 'no'],
])('renders %j', (template, expected) => {
  expect(renderTemplate(template, { a: { b: 1 }, list: [{ n: 'p' }, { n: 'q' }] })).toStrictEqual(expected);
});
