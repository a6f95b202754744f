import { hasUnfinishedSelector } from './unfinished';

const withSelectors = (...resourceSelectors: object[]) => ({ spec: { resourceSelectors } });

describe('a selector that is being typed', () => {
  it.each([
    ['none', withSelectors(), false],
    ['added, nothing typed', withSelectors({ group: '', version: 'v1', kind: 'Namespace', name: '' }), true],
    ['no kind', withSelectors({ version: 'v1', kind: '', name: 'web' }), true],
    ['named', withSelectors({ version: 'v1', kind: 'Namespace', name: 'web' }), false],
    ['all of a kind', withSelectors({ version: 'v1', kind: 'ClusterRole' }), false],
    ['by labels', withSelectors({ version: 'v1', kind: 'Namespace', labelSelector: {} }), false],
    [
      'the second one',
      withSelectors({ kind: 'Namespace', name: 'web' }, { kind: 'Namespace', name: ' ' }),
      true,
    ],
  ])('%s', (_, manifest, expected) => expect(hasUnfinishedSelector(manifest)).toBe(expected));
});
