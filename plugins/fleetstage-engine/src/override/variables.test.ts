import { fillIn, labelKeysIn, readsNamedLabel, TOO_DEEP, variablesOf } from './variables';

const cluster = {
  name: 'cluster-1',
  labels: {
    'region': 'us-west',
    'fleet-kubernetes.io/env': 'production',
    'zone': 'west-1a',
    'of-cluster-1': 'x',
  },
};
const filled = (value: unknown) => {
  const result = fillIn(value, variablesOf(cluster));
  return result.ok ? result.value : result.error;
};
const label = (key: string) => `\${MEMBER-CLUSTER-LABEL-KEY-${key}}`;
const NAME = '${MEMBER-CLUSTER-NAME}';

it.each<[string, unknown, unknown]>([
  ['B/OV-T12, B/OV-091: the name', NAME, 'cluster-1'],
  [
    'B/OV-T12: within a map, each time',
    { app: `workload-${NAME}-${NAME}` },
    { app: 'workload-cluster-1-cluster-1' },
  ],
  ['B/OV-T13, B/OV-092: a label', `${label('region')}-app`, 'us-west-app'],
  [
    'B/OV-T13: several',
    { env: label('fleet-kubernetes.io/env'), zone: [label('zone')] },
    { env: 'production', zone: ['west-1a'] },
  ],
  ['B/OV-090: also in names of fields', { [NAME]: 1 }, { 'cluster-1': 1 }],
  ['B/OV-096: the name first, as part of a key', label(`of-${NAME}`), 'x'],
  [
    'B/OV-T14, B/OV-093: a label that is not there',
    label('non-existent'),
    'cluster cluster-1 has no label "non-existent", which the value reads; set it, or correct the override',
  ],
  [
    'B/OV-093: an empty key',
    label(''),
    'cluster cluster-1 has no label "", which the value reads; set it, or correct the override',
  ],
  [
    'B/OV-093: inherited names are no labels',
    label('constructor'),
    'cluster cluster-1 has no label "constructor", which the value reads; set it, or correct the override',
  ],
  [
    'B/OV-093: no closing brace',
    '${MEMBER-CLUSTER-LABEL-KEY-region',
    'a variable ${MEMBER-CLUSTER-LABEL-KEY-… has no closing "}"',
  ],
  [
    'B/OV-T11, B/OV-094: others stay',
    ['$CLUSTER_NAME', '${CLUSTER-NAME}', '${Member-Cluster-Name}'],
    ['$CLUSTER_NAME', '${CLUSTER-NAME}', '${Member-Cluster-Name}'],
  ],
  [
    'B/OV-035: a part that was too deep to be kept',
    [{ a: TOO_DEEP }],
    'the value was nested too deep to be kept (the whole override may have 100 levels); make it flatter',
  ],
  ['no text at all', 5, 5],
  ['null', null, null],
])('%s', (_, value, expected) => {
  expect(filled(value)).toEqual(expected);
});

it('RUL 18: knows which labels a value reads', () => {
  expect(labelKeysIn({ a: label('region'), b: [label('zone')], c: NAME })).toEqual(['region', 'zone']);
});

it('B/OV-096: knows a key that holds the name, whatever else the value holds', () => {
  expect(readsNamedLabel({ [label(`of-${NAME}`)]: 1 })).toBe(true);
  expect(readsNamedLabel(`${label('region')} ${NAME}`)).toBe(false);
  // A search that begins anew at each of them takes half a minute.
  const before = performance.now();
  expect(readsNamedLabel('${MEMBER-CLUSTER-LABEL-KEY-'.repeat(40_000))).toBe(false);
  expect(performance.now() - before).toBeLessThan(2000);
});
