import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../contracts';
import type { Cluster } from '../cluster/Cluster';

export const createToken = () => randomBytes(32).toString('base64url');

export const ADMIN = {
  username: 'embedded-admin',
  groups: ['system:masters', 'system:authenticated'],
} as const;

/** What everybody may know of a server. */
const PUBLIC_PATHS = /^\/(healthz|livez|readyz|version)(\/|$)/;

/**
 * A cluster's token may do everything on that cluster; without one there is only what is public.
 *
 * @throws ApiError 401, 403
 */
export function authorize(
  cluster: Cluster,
  request: { readonly path: string; readonly method: string; readonly authorization?: string },
): void {
  const { authorization, path, method } = request;
  if (authorization === undefined || authorization === '') {
    if (PUBLIC_PATHS.test(path)) return;
    throw new ApiError(
      403,
      'Forbidden',
      `forbidden: User "system:anonymous" cannot ${method.toLowerCase()} path ${JSON.stringify(path)}`,
      {},
    );
  }
  const token = /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
  if (token === undefined || !timingSafeEqual(digest(token), digestOf(cluster)))
    throw new ApiError(401, 'Unauthorized', 'Unauthorized');
}

const digests = new WeakMap<Cluster, Buffer>();

function digestOf(cluster: Cluster): Buffer {
  const known = digests.get(cluster) ?? digest(cluster.token);
  digests.set(cluster, known);
  return known;
}

/** Tokens are hashed first: the comparison takes the same time whatever the token, and its length. */
const digest = (text: string) => createHash('sha256').update(text).digest();
