import { FaultError, parseFaultText } from './parseFaults';

const on = (fault: string) => `clusters: { hub: [${fault}] }`;

it('reads a plan of every type, and nothing at all', () => {
  const text = `
seed: 7
clusters:
  hub:
    - { type: latency, ms: [50, 250], verbs: [create, patch], userAgents: kubectl* }
    - { type: error, code: 503, kinds: [Deployment], chance: 0.5, moment: after }
    - { type: reset, next: 3 }
  member-*:
    - { type: throttle, perSecond: 5, burst: 2 }
    - { type: slow, bytesPerSecond: 1000, paths: /openapi/* }
    - { type: hang, namespaces: kube-system }
    - { type: watchCut, afterEvents: 10, how: expired }
    - { type: clock, skewMs: -3600000 }
`;
  const plan = parseFaultText(text);
  expect(plan.seed).toBe(7);
  expect(Object.values(plan.clusters).flat()).toHaveLength(8);
  expect(parseFaultText('')).toEqual({ clusters: {} });
});

it.each([
  ['a type that is none', on('{ type: lag }'), /clusters\.hub\[0\]\.type: "lag".*one of latency, error/],
  [
    'a field that is missing',
    on('{ type: latency }'),
    /clusters\.hub\[0\]\.ms: is missing; give milliseconds/,
  ],
  ['a value of the wrong kind', on('{ type: latency, ms: fast }'), /\[0\]\.ms: "fast".*such as 200/],
  ['a range that goes down', on('{ type: latency, ms: [9, 1] }'), /\[0\]\.ms: \[9,1\]/],
  [
    'a field of another type',
    on('{ type: hang, ms: 5 }'),
    /\[0\]\.ms: there is no such field; there are type, verbs/,
  ],
  [
    'a match on a clock',
    on('{ type: clock, skewMs: 1, verbs: get }'),
    /\[0\]\.verbs: there is no such field/,
  ],
  [
    'a code that is no failure',
    on('{ type: error, code: 200 }'),
    /\.code: 200 does not do; give a code from 400/,
  ],
  [
    'a verb that is none',
    on('{ type: reset, verbs: [get, fetch] }'),
    /\.verbs: \["get","fetch"\].*deletecollection/,
  ],
  [
    'more than certain',
    on('{ type: reset, chance: 2 }'),
    /\.chance: 2 does not do; give a number from 0 to 1/,
  ],
  ['a choice that is none', on('{ type: watchCut, how: now }'), /\.how: "now".*end, reset, expired/],
  ['no list', 'clusters: { hub: { type: hang } }', /clusters\.hub: .*give a list of faults/],
  ['a seed that is none', 'seed: -1', /seed: -1 does not do; give a whole number/],
  [
    'a field beside the clusters',
    'cluster: {}',
    /faults\.cluster: there is no such field; there are seed, clusters/,
  ],
  ['a name of the prototype', on('{ type: constructor }'), /\.type: "constructor"/],
  ['what is not YAML', 'clusters: {', /neither YAML nor JSON/],
])('refuses %s, and says where and what to write', (_, text, says) => {
  expect(() => parseFaultText(text)).toThrow(FaultError);
  expect(() => parseFaultText(text)).toThrow(says);
});
