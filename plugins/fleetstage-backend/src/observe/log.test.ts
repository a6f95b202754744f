import { fieldsOfKey } from '../database/queue/fieldsOfKey';

describe('the fields that name what a key is about', () => {
  it.each([
    ['placement', 'hub/web', { hub: 'hub', placement: 'web' }],
    ['A/PL-069 placement', 'hub/shop/web', { hub: 'hub', placement: 'shop/web' }],
    ['apply-work', 'hub/web/c1', { hub: 'hub', placement: 'web', cluster: 'c1' }],
    ['A/PL-069 apply-work', 'hub/shop/web/c1', { hub: 'hub', placement: 'shop/web', cluster: 'c1' }],
    [
      'A/PL-069 ensure-finalizer',
      'hub/ResourcePlacement/shop/web',
      { hub: 'hub', kind: 'ResourcePlacement', name: 'shop/web' },
    ],
    ['update-run', 'hub/run-1', { hub: 'hub', run: 'run-1' }],
    ['one that is not listed', 'hub/web', { key: 'hub/web' }],
  ])('%s: %s', (title, key, fields) => {
    const pass = title.replace('A/PL-069 ', '');
    expect(fieldsOfKey(pass, key)).toEqual({ pass, ...fields });
  });
});
