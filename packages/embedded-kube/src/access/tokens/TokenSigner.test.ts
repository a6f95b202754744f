import { createTokenKey, ISSUER, TokenSigner, type Claims } from './TokenSigner';

const claims: Claims = {
  'aud': [ISSUER],
  'exp': 2,
  'iat': 1,
  'nbf': 1,
  'iss': ISSUER,
  'jti': 'one',
  'sub': 'system:serviceaccount:default:robot',
  'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'robot', uid: 'u' } },
};

describe('TokenSigner', () => {
  const key = createTokenKey();
  const signer = new TokenSigner(key);

  it('reads what it signed, twice and after a restart', () => {
    const token = signer.sign(claims);
    expect(signer.read(token)).toEqual(claims);
    expect(signer.read(token)).toEqual(claims);
    expect(new TokenSigner(key).read(token)).toEqual(claims);
  });

  const [head, body, signature] = signer.sign(claims).split('.');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it.each([
    ['another key', new TokenSigner(createTokenKey()).sign(claims), 'forged'],
    ['other claims', `${head}.${part({ ...claims, sub: 'admin' })}.${signature}`, 'forged'],
    ['no signature', `${head}.${body}.`, 'forged'],
    ['an algorithm that signs nothing', `${part({ alg: 'none' })}.${body}.`, 'forged'],
    ['another issuer', `${head}.${part({ ...claims, iss: 'x' })}.${signature}`, undefined],
    ['two parts', `${head}.${body}`, undefined],
    ['no JSON', 'a.b.c', undefined],
    ['nothing', '', undefined],
  ])('takes none with %s', (_what, token, expected) => {
    expect(signer.read(token)).toBe(expected);
  });
});
