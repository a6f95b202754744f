import type { Answer, Api } from './Api';
import { configMap } from './objects';

export const MAPS = 'v1/configmaps';
export const SECRETS = 'v1/secrets';
export const isGone = ({ status }: Answer) => status === 404;
export const isThere = ({ status }: Answer) => status === 200;

export interface Kept {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly uid: string };
}

export const ownedBy = ({ apiVersion, kind, metadata: { name, uid } }: Kept, more: object = {}) => ({
  apiVersion,
  kind,
  name,
  uid,
  ...more,
});

export const secret = (name: string, metadata: Readonly<Record<string, unknown>>) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, ...metadata },
});

export const account = (name: string, metadata: Readonly<Record<string, unknown>>) => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, ...metadata },
});

export const NOBODY = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'nobody',
  uid: '00000000-0000-4000-8000-000000000000',
};

export async function made(api: Api, path: string, body: unknown): Promise<Kept> {
  const { body: kept } = await api.quietly('POST', path, body);
  return kept;
}

/** An owner and its dependent, of two kinds; nothing of it is compared. */
export async function family(api: Api, reference: object = {}): Promise<Kept> {
  const owner = await made(api, api.in(MAPS), configMap('owner'));
  await made(api, api.in(SECRETS), secret('child', { ownerReferences: [ownedBy(owner, reference)] }));
  return owner;
}
