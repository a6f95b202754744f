import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

/** What an object of a cluster is called. */
export interface WorkloadRef {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export const refOf = ({
  group = '',
  version = '',
  kind,
  namespace = '',
  name,
}: Schemas['SelectedResource']): WorkloadRef => ({ group, version, kind, namespace, name });

/** For an address: `apps/v1/Deployment/web/app`, `/v1/Pod/web/app-1`. */
export const formatRef = ({ group, version, kind, namespace, name }: WorkloadRef) =>
  [group, version, kind, namespace, name].join('/');

/** `undefined` for what is none. */
export function parseRef(text: string): WorkloadRef | undefined {
  const parts = text.split('/');
  if (parts.length !== 5) return undefined;
  const [group, version, kind, namespace, name] = parts;
  return version && kind && name ? { group, version, kind, namespace, name } : undefined;
}

/** `web/app-1`. */
export const fullName = ({ namespace, name }: { readonly namespace?: string; readonly name: string }) =>
  namespace ? `${namespace}/${name}` : name;
