import { randomUUID } from 'node:crypto';
import { badRequest, conflict, notFound } from '../../api/errors';
import type { Cluster } from '../../cluster/Cluster';
import type { FieldError, KubeObject } from '../../contracts';
import { invalidError, toInvalidError } from '../../schema/fieldErrors';
import type { StoredObject } from '../../storage/StoredObject';
import { toTime } from '../../text';
import { accountUsername } from '../user';
import { ISSUER, type AccountClaims, type TokenSigner } from './TokenSigner';

const SHORTEST_S = 600;
const LONGEST_S = 2 ** 32;
const USUAL_S = 3600;

/** What a token can live with. */
const BINDABLE: ReadonlyMap<string, string> = new Map([
  ['Pod', 'pods'],
  ['Secret', 'secrets'],
  ['Node', 'nodes'],
]);

interface TokenSpec {
  readonly audiences?: readonly string[];
  readonly expirationSeconds?: number;
  readonly boundObjectRef?: BoundReference | null;
}

interface BoundReference {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name?: string;
  readonly uid?: string;
}

/** A request as it is tracked: with the time that it means when it names none. */
export function withUsualTime(request: KubeObject): KubeObject {
  const spec = (request.spec ?? {}) as TokenSpec;
  return { ...request, spec: { ...spec, expirationSeconds: spec.expirationSeconds ?? USUAL_S } };
}

/** @param request a TokenRequest after {@link withUsualTime} @throws ApiError 400, 404, 409, 422 */
export function issueToken(
  { cluster, signer }: { readonly cluster: Cluster; readonly signer: TokenSigner },
  account: StoredObject,
  request: KubeObject,
): KubeObject {
  const spec = request.spec as TokenSpec & { readonly expirationSeconds: number };
  checkRequest(account, request.metadata.name, spec.expirationSeconds);
  const audiences = spec.audiences && spec.audiences.length > 0 ? spec.audiences : [ISSUER];
  const now = Math.floor(cluster.now().getTime() / 1000);
  const exp = now + spec.expirationSeconds;
  const token = signer.sign({
    'aud': audiences,
    exp,
    'iat': now,
    'iss': ISSUER,
    'jti': randomUUID(),
    'kubernetes.io': toClaims(cluster, account, spec.boundObjectRef ?? undefined),
    'nbf': now,
    'sub': accountUsername(account),
  });
  return {
    ...request,
    metadata: {
      ...request.metadata,
      name: account.name,
      namespace: account.namespace,
      uid: account.uid,
      creationTimestamp: toTime(cluster.now()),
    },
    spec: {
      audiences,
      expirationSeconds: spec.expirationSeconds,
      boundObjectRef: spec.boundObjectRef ?? null,
    },
    status: { token, expirationTimestamp: toTime(new Date(exp * 1000)) },
  };
}

function checkRequest(account: StoredObject, name: string | undefined, seconds: number): void {
  const refuse = (about: string, error: FieldError) =>
    toInvalidError({ group: 'authentication.k8s.io', kind: 'TokenRequest', name: about }, [error]);
  if (name && name !== account.name)
    throw refuse(
      account.name,
      invalidError('metadata.name', name, 'must match the service account name if specified'),
    );
  const field = 'spec.expirationSeconds';
  if (seconds < SHORTEST_S)
    throw refuse('', invalidError(field, seconds, 'may not specify a duration less than 10 minutes'));
  if (seconds > LONGEST_S)
    throw refuse('', invalidError(field, seconds, 'may not specify a duration larger than 2^32 seconds'));
}

function toClaims(cluster: Cluster, account: StoredObject, bound: BoundReference | undefined): AccountClaims {
  const { namespace, name, uid } = account;
  const claims = { namespace, serviceaccount: { name, uid } };
  if (!bound) return claims;
  const { kind = '', apiVersion = '', name: boundName } = bound;
  const plural = BINDABLE.get(kind);
  if (plural === undefined || (apiVersion !== '' && apiVersion !== 'v1'))
    throw badRequest(`cannot bind token to object of type ${shownKind(apiVersion, kind)}`);
  if (!boundName) throw badRequest('Name parameter required.');
  const stored = cluster.objects.find(`/${plural}`, kind === 'Node' ? '' : namespace, boundName);
  if (!stored) throw notFound({ group: '', plural }, boundName);
  if (kind === 'Pod') checkPod(stored, name);
  checkUid(stored, kind, bound.uid);
  return { ...claims, [kind.toLowerCase()]: { name: boundName, uid: stored.uid } };
}

function checkUid({ name, uid }: StoredObject, kind: string, wanted: string | undefined): void {
  if (!wanted || wanted === uid) return;
  const why = `the UID in the bound object reference (${wanted}) does not match the UID in record. The object might have been deleted and then recreated`;
  throw conflict({ group: '', plural: kind }, name, why);
}

function checkPod({ object }: StoredObject, account: string): void {
  const { serviceAccountName } = (object.spec ?? {}) as { readonly serviceAccountName?: string };
  if ((serviceAccountName ?? 'default') === account) return;
  throw badRequest(
    `cannot bind token for serviceaccount ${JSON.stringify(account)} to pod running with different serviceaccount name.`,
  );
}

/** `/v1, Kind=Pod`, `apps/v1, Kind=Deployment`: as Go prints a kind. */
function shownKind(apiVersion: string, kind: string): string {
  const [version, group = ''] = apiVersion.split('/').reverse();
  return `${group}/${version}, Kind=${kind}`;
}
