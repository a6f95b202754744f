import { fleetKey, isTouched } from './keys';

const signal = (kind: string, name: string, hub = 'weu') => ({ hub, subjects: [{ kind, name }] });

it.each([
  ['the run of the signal', fleetKey('run', 'weu', '_', 'web-2'), signal('run', 'web-2'), true],
  ['another run', fleetKey('run', 'weu', '_', 'web-3'), signal('run', 'web-2'), false],
  ['a run by its namespace', fleetKey('run', 'weu', 'shop', 'web-2'), signal('run', 'shop/web-2'), true],
  [
    'the timeline of the run',
    fleetKey('run', 'weu', 'list', 'web-2', '_', 'timeline'),
    signal('run', 'web-2'),
    true,
  ],
  ['another hub', fleetKey('run', 'use', '_', 'web-2'), signal('run', 'web-2'), false],
  ['a page that names no hub', fleetKey('run', undefined, '_', 'web-2'), signal('run', 'web-2'), true],
  ['the overview, whatever changed', fleetKey('overview', 'weu'), signal('cluster', 'c1'), true],
  ['the list of strategies, for a run', fleetKey('strategies', 'weu'), signal('run', 'web-2'), false],
  [
    'anything, where too much changed',
    fleetKey('strategies', 'weu'),
    { hub: 'weu', subjects: [], all: true },
    true,
  ],
])('%s', (_, key, message, touched) => expect(isTouched(key, message)).toBe(touched));
