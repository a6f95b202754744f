import { fleetKey, isTouched, shownSubjects } from './keys';

const signal = (kind: string, name: string, hub = 'weu') => ({ hub, subjects: [{ kind, name }] });

it.each([
  ['the run of the signal', fleetKey('run', 'weu', '_', 'web-2'), signal('run', 'web-2'), true],
  ['another run', fleetKey('run', 'weu', '_', 'web-3'), signal('run', 'web-2'), false],
  ['a run by its namespace', fleetKey('run', 'weu', 'shop', 'web-2'), signal('run', 'shop/web-2'), true],
  ['a run of its name elsewhere', fleetKey('run', 'weu', '_', 'web-2'), signal('run', 'shop/web-2'), false],
  [
    'the timeline of the run',
    fleetKey('run', 'weu', 'list', 'web-2', '_', 'timeline'),
    signal('run', 'web-2'),
    true,
  ],
  [
    'a placement by its namespace',
    fleetKey('placement', 'weu', 'shop', 'web'),
    signal('placement', 'shop/web'),
    true,
  ],
  [
    'its timeline',
    fleetKey('placement', 'weu', 'list', 'web', 'shop', 'timeline'),
    signal('placement', 'shop/web'),
    true,
  ],
  [
    'a placement of the name elsewhere',
    fleetKey('placement', 'weu', '_', 'web'),
    signal('placement', 'shop/web'),
    false,
  ],
  [
    'a list of one elsewhere',
    fleetKey('placement', 'weu', 'list', 'web', '_', 'clusters'),
    signal('placement', 'shop/web'),
    false,
  ],
  ['a sequence of versions', fleetKey('sequence', 'weu', '_', 'bank'), signal('sequence', 'bank'), true],
  ['another sequence', fleetKey('sequence', 'weu', '_', 'shop'), signal('sequence', 'bank'), false],
  [
    'the clusters of a version rollout',
    fleetKey('versionRollout', 'weu', 'list', 'bank-cp-1-31-4', '_', 'clusters'),
    signal('version-rollout', 'bank-cp-1-31-4'),
    true,
  ],
  [
    'another version rollout',
    fleetKey('versionRollout', 'weu', '_', 'bank-np-1-31-4'),
    signal('version-rollout', 'bank-cp-1-31-4'),
    false,
  ],
  [
    'the sequence of a version rollout',
    fleetKey('sequence', 'weu', '_', 'bank'),
    signal('version-rollout', 'bank-cp-1-31-4'),
    true,
  ],
  ['another hub', fleetKey('run', 'use', '_', 'web-2'), signal('run', 'web-2'), false],
  ['a page that names no hub', fleetKey('run', undefined, '_', 'web-2'), signal('run', 'web-2'), true],
  ['the overview, whatever changed', fleetKey('overview', 'weu'), signal('cluster', 'c1'), true],
  [
    'the page of a strategy, for a run',
    fleetKey('strategy', 'weu', '_', 'careful'),
    signal('run', 'web-2'),
    true,
  ],
  [
    'the page of a strategy, for a cluster',
    fleetKey('strategy', 'weu', '_', 'careful'),
    signal('cluster', 'c1'),
    true,
  ],
  ['the list of strategies, for a run', fleetKey('strategies', 'weu'), signal('run', 'web-2'), false],
  [
    'anything, where too much changed',
    fleetKey('strategies', 'weu'),
    { hub: 'weu', subjects: [], all: true },
    true,
  ],
])('%s', (_, key, message, touched) => expect(isTouched(key, message)).toBe(touched));

const parts = { placement: 'web', strategy: 'careful', clusters: new Set(['c1']) };

it.each([
  ['its run', fleetKey('run', 'weu', '_', 'web-2'), signal('run', 'web-2'), ['weu/run/web-2']],
  [
    'a cluster of its plan',
    fleetKey('run', 'weu', '_', 'web-2'),
    signal('cluster', 'c1'),
    ['weu/cluster/c1'],
  ],
  ['no other cluster', fleetKey('run', 'weu', '_', 'web-2'), signal('cluster', 'c2'), []],
  ['its placement', fleetKey('gate', 'weu', '_', 'web-2'), signal('placement', 'web'), ['weu/placement/web']],
  ['no placement in a namespace', fleetKey('gate', 'weu', '_', 'web-2'), signal('placement', 'shop/web'), []],
  ['no other placement', fleetKey('gate', 'weu', '_', 'web-2'), signal('placement', 'shop'), []],
  [
    'the request of a gate of it',
    fleetKey('run', 'weu', '_', 'web-2'),
    signal('approval', 'web-2-canary'),
    ['weu/approval/web-2-canary'],
  ],
  ['no request of another run', fleetKey('run', 'weu', '_', 'web-2'), signal('approval', 'web-3-canary'), []],
  ['every run in a list of them', fleetKey('runs', 'weu'), signal('run', 'web-9'), ['weu/run/web-9']],
  [
    'once what is too much to name',
    fleetKey('runs', 'weu'),
    { hub: 'weu', subjects: [], all: true },
    ['weu'],
  ],
])('a page shows %s', (_, key, message, shown) =>
  expect(shownSubjects([key], message, () => parts)).toEqual(shown),
);
