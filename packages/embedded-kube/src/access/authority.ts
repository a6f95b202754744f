// Certificates are encoded by a library that needs this to be loaded first.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
  cryptoProvider,
} from '@peculiar/x509';

const crypto = webcrypto as Crypto;
cryptoProvider.set(crypto);

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
const SERVER_DAYS = 365;
/** Clocks of clients may be behind. */
const BACKDATED_MS = 3_600_000;

/** The fleet's own certificate authority, as it is kept with the data. */
export interface Authority {
  readonly certPem: string;
  readonly keyPem: string;
}

export async function createAuthority(now: Date): Promise<Authority> {
  const keys = await createKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=embedded-kube',
      ...validFor(AUTHORITY_DAYS, now),
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    },
    crypto,
  );
  return { certPem: certificate.toString('pem'), keyPem: await toPem(keys.privateKey) };
}

/**
 * A certificate for these names and addresses of this machine; made at each start, so it never runs out while the authority
 * lasts.
 */
export async function issueServerCertificate(
  authority: Authority,
  { names, now }: { readonly names: readonly string[]; readonly now: Date },
): Promise<Authority> {
  const issuer = new X509Certificate(authority.certPem);
  const signingKey = await crypto.subtle.importKey(
    'pkcs8',
    PemConverter.decode(authority.keyPem)[0],
    ALGORITHM,
    false,
    ['sign'],
  );
  const keys = await createKeys();
  const certificate = await X509CertificateGenerator.create(
    {
      subject: 'CN=127.0.0.1',
      issuer: issuer.subject,
      ...validFor(SERVER_DAYS, now),
      publicKey: keys.publicKey,
      signingKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(
          names.map(value => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
        ),
      ],
    },
    crypto,
  );
  return { certPem: certificate.toString('pem'), keyPem: await toPem(keys.privateKey) };
}

const createKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const toPem = async (key: CryptoKey) =>
  PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');

const validFor = (days: number, now: Date) => ({
  notBefore: new Date(now.getTime() - BACKDATED_MS),
  notAfter: new Date(now.getTime() + days * DAY_MS),
});
