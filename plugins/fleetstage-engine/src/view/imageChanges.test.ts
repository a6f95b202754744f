import { imageChanges } from './imageChanges';

const deployment = (name: string, images: Record<string, string>, init: Record<string, string> = {}) => {
  const toContainers = (all: Record<string, string>) =>
    Object.entries(all).map(([container, image]) => ({ name: container, image }));
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'web' },
    spec: {
      template: { spec: { containers: toContainers(images), initContainers: toContainers(init) } },
    },
  };
};
const settings = (image: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'web' },
  data: { image },
});

describe('images that a run changes, ui §5.6', () => {
  it.each([
    ['one', [deployment('a', { web: 'web:1' })], [deployment('a', { web: 'web:2' })], ['web:1 web:2']],
    ['none', [deployment('a', { web: 'web:1' })], [deployment('a', { web: 'web:1' })], []],
    [
      'the same in two objects, once',
      [deployment('a', { web: 'web:1' }), deployment('b', { web: 'web:1' })],
      [deployment('a', { web: 'web:2' }), deployment('b', { web: 'web:2' })],
      ['web:1 web:2'],
    ],
    [
      'that of an init container',
      [deployment('a', { web: 'web:1' }, { migrate: 'db:1' })],
      [deployment('a', { web: 'web:1' }, { migrate: 'db:2' })],
      ['db:1 db:2'],
    ],
    ['an object that is new has none', [], [deployment('a', { web: 'web:2' })], []],
    ['a field of that name elsewhere is none', [settings('web:1')], [settings('web:2')], []],
  ])('%s', (_, before, after, expected) => {
    expect(imageChanges(before, after).map(change => `${change.before} ${change.after}`)).toEqual(expected);
  });
});
