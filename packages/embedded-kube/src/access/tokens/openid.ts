import { ISSUER, type TokenSigner } from './TokenSigner';

export interface OpenIdDocument {
  readonly contentType: string;
  readonly body: object;
}

/** How others than this server verify its tokens. `baseUrl`: of the cluster. */
export function openIdDocument(
  path: string,
  { signer, baseUrl }: { readonly signer: TokenSigner; readonly baseUrl: string },
): OpenIdDocument | undefined {
  if (path === '/openid/v1/jwks')
    return { contentType: 'application/jwk-set+json', body: { keys: [signer.jwk()] } };
  if (path !== '/.well-known/openid-configuration') return undefined;
  const body = {
    issuer: ISSUER,
    jwks_uri: `${baseUrl}/openid/v1/jwks`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
  return { contentType: 'application/json', body };
}
