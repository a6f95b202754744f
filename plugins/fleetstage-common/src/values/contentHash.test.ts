import { contentHash, sha256Hex } from './contentHash';

describe('contentHash', () => {
  it('is the SHA-256 of the text in lower-case hex', () => {
    expect(sha256Hex('null')).toBe('74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b');
  });

  it('does not depend on the order of keys', () => {
    expect(contentHash({ a: 1, b: 2 })).toBe(contentHash({ b: 2, a: 1 }));
    expect(contentHash([1, 2])).not.toBe(contentHash([2, 1]));
  });

  it('hashes characters beyond ASCII as UTF-8', () => {
    expect(sha256Hex('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
  });
});
