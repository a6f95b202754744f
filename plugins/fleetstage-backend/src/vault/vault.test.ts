import { contentHash } from '@fleetstage/backstage-plugin-fleetstage-common';
import { randomBytes } from 'node:crypto';
import { toEncryptionKeys } from './encryptionKeys';
import { open, seal } from './seal';
import { isIdentity, Vault } from './Vault';

const key = randomBytes(32);
const [first, second] = toEncryptionKeys([
  { id: 'a', secret: 'a passphrase of some length' },
  { secret: key.toString('base64') },
]);
const identitySecret = randomBytes(32);
const vault = (...keys: (typeof first)[]) => Vault.of({ keys, identitySecret });

describe('seal', () => {
  it('opens what it has sealed, with the same key and in the same place alone', () => {
    const sealed = seal(key, 'geheim, Größe 1', 'hub\nx');
    expect(sealed).not.toContain('geheim');
    expect(open(key, sealed, 'hub\nx')).toBe('geheim, Größe 1');
    expect(open(key, sealed, 'hub\ny')).toBeUndefined();
    expect(open(randomBytes(32), sealed, 'hub\nx')).toBeUndefined();
  });

  it('seals the same text differently each time', () => {
    expect(seal(key, 'a', 'b')).not.toBe(seal(key, 'a', 'b'));
  });

  it.each([0, 12, 13, 30])('does not open a value whose byte %s was changed', at => {
    const bytes = Buffer.from(seal(key, 'four and more', 'b'), 'base64');
    bytes[at] ^= 1;
    expect(open(key, bytes.toString('base64'), 'b')).toBeUndefined();
  });

  it('does not open what is too short to be sealed', () => {
    expect(open(key, '', 'b')).toBeUndefined();
    expect(open(key, Buffer.alloc(27).toString('base64'), 'b')).toBeUndefined();
  });
});

describe('toEncryptionKeys', () => {
  it('takes 32 bytes of base64 as a key, and any other text as a passphrase', () => {
    const again = toEncryptionKeys([{ secret: key.toString('base64') }])[0];
    expect(again).toEqual(second);
    const text = toEncryptionKeys([{ secret: key.toString('hex') }])[0];
    expect(text.key).toHaveLength(32);
    expect(text.key.equals(second.key)).toBe(false);
  });

  it('ends an id with a fingerprint: another secret under the same id is another key', () => {
    expect(first.id).toMatch(/^a-[0-9a-f]{8}$/);
    expect(second.id).toMatch(/^[0-9a-f]{8}$/);
    const [other] = toEncryptionKeys([{ id: 'a', secret: 'another passphrase' }]);
    expect(other.id).not.toBe(first.id);
  });
});

describe('Vault', () => {
  const hash = contentHash({ password: 'summer' });

  it('seals with the first key and opens with all', () => {
    const sealed = vault(first).seal('text', 'here');
    expect(sealed.keyId).toBe(first.id);
    const rotated = vault(second, first);
    expect(rotated.keyId).toBe(second.id);
    expect(rotated.open(sealed, 'here')).toBe('text');
    expect(vault(second).open(sealed, 'here')).toBeUndefined();
  });

  it('keeps everything in clear without a key', () => {
    expect(Vault.plain.seal('text', 'here')).toEqual({ body: 'text', keyId: null });
    expect(Vault.plain.open({ body: 'text', keyId: null }, 'here')).toBe('text');
    expect(Vault.plain.identify(hash)).toBe(hash);
    expect(Vault.plain.keyId).toBeNull();
    expect(Vault.plain.keyIds).toEqual([]);
  });

  it('makes identities that stay over a rotation and that nobody can make without its secret', () => {
    const identity = vault(first).identify(hash);
    expect(identity).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{56}$/);
    expect(vault(second, first).identify(hash)).toBe(identity);
    expect(Vault.of({ keys: [first], identitySecret: key }).identify(hash)).not.toBe(identity);
    expect([isIdentity(identity), isIdentity(hash)]).toEqual([true, false]);
  });

  it.each([
    { rule: 'its own', identity: () => vault(first).identify(hash), says: 'same' },
    { rule: 'its own of other content', identity: () => vault(first).identify('x'), says: 'different' },
    { rule: 'the hash in clear', identity: () => hash, says: 'same' },
    { rule: 'another hash in clear', identity: () => contentHash(1), says: 'different' },
    {
      rule: 'one of a lost secret',
      identity: () => Vault.of({ keys: [first], identitySecret: key }).identify(hash),
      says: 'unknown',
    },
  ])('compares $rule: $says', ({ identity, says }) => {
    expect(vault(first).compare(identity(), hash)).toBe(says);
  });

  it('knows nothing of identities where it has no key any more', () => {
    expect(Vault.plain.compare(vault(first).identify(hash), hash)).toBe('unknown');
  });
});
