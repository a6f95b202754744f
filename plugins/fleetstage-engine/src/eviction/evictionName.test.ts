import { evictionName } from './evictionName';

const ID = '3f2a9c01-4f6d-4a52-9d4e-0c1f2a3b4c5d';

describe('the name of an eviction that is asked for on a page', () => {
  it.each([
    ['web', 'member-1', 'web-member-1-3f2a9c01'],
    // 54 characters, a hyphen and 8 characters are the 63 of a label.
    ['a'.repeat(50), 'member-1', `${'a'.repeat(50)}-mem-3f2a9c01`],
    ['a'.repeat(53), 'member-1', `${'a'.repeat(53)}-3f2a9c01`],
    [`${'a'.repeat(51)}-.`, 'member-1', `${'a'.repeat(51)}-3f2a9c01`],
    ['web.v1', 'member-1', 'web.v1-member-1-3f2a9c01'],
  ])('C/EV-006: of %s and %s is %s', (placement, cluster, name) => {
    expect(evictionName(placement, cluster, ID)).toBe(name);
    expect(name.length).toBeLessThanOrEqual(63);
  });
});
