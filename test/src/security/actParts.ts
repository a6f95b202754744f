import type { Person } from './people';

/** One request, tried by everybody without effect, and whom it is granted. */
export interface Act {
  readonly act: string;
  readonly args: readonly string[];
  readonly stdin?: string;
  readonly may: readonly Person[];
}

export const PLACEMENT_API = 'placement.kubernetes-fleet.io/v1beta1';
export const STAFF: readonly Person[] = ['platform', 'engine'];
export const WRITERS: readonly Person[] = ['author', 'packer', 'tailor', 'platform', 'engine', 'admin'];
/** Whoever may change placements of the kind that are there; a ResourcePlacement is in namespace shop. */
export const CHANGERS: Readonly<Record<'crp' | 'rp', readonly Person[]>> = {
  crp: [...WRITERS, 'tender', 'remover'],
  rp: [...WRITERS, 'tender', 'remover', 'tenant'],
};
/** Whoever may delete the placement `plain` of the kind. */
export const REMOVERS: Readonly<Record<'crp' | 'rp', readonly Person[]>> = {
  crp: WRITERS,
  rp: [...WRITERS, 'remover', 'tenant'],
};
/** Whoever may delete any of the kind, `confirmed` among them. */
export const CONFIRMERS: Readonly<Record<'crp' | 'rp', readonly Person[]>> = {
  crp: WRITERS,
  rp: [...WRITERS, 'tenant'],
};
export const TRUSTED: readonly Person[] = ['platform', 'engine', 'admin'];
export const READERS: readonly Person[] = [
  ...CHANGERS.crp,
  ...(['viewer', 'evictor', 'planner', 'operator', 'approver'] as const),
];
export const READERS_IN_SHOP: readonly Person[] = [...READERS, 'tenant', 'tenantApprover'];
export const NOBODY: readonly Person[] = [];

export type Fields = Readonly<Record<string, unknown>>;
export const object = (apiVersion: string, kind: string, metadata: Fields, rest: Fields = {}) => ({
  apiVersion,
  kind,
  metadata,
  ...rest,
});
export const placement = (metadata: Fields, resourceSelectors: readonly Fields[]) =>
  object(
    PLACEMENT_API,
    'namespace' in metadata ? 'ResourcePlacement' : 'ClusterResourcePlacement',
    metadata,
    {
      spec: { resourceSelectors, policy: { placementType: 'PickAll' } },
    },
  );
export const select = (kind: string, rest: Fields = {}, group = '') => ({
  group,
  version: 'v1',
  kind,
  ...rest,
});
export const RBAC = 'rbac.authorization.k8s.io';

export const create = (act: string, may: readonly Person[], one: unknown): Act => ({
  act,
  args: ['create', '-f', '-'],
  stdin: JSON.stringify(one),
  may,
});
export const patch = (act: string, may: readonly Person[], target: readonly string[], body: Fields): Act => ({
  act,
  args: ['patch', ...target, '--type=merge', '-p', JSON.stringify(body)],
  may,
});
export const remove = (act: string, may: readonly Person[], target: readonly string[]): Act => ({
  act,
  args: ['delete', ...target],
  may,
});
export const annotate = (key: string, value: string) => ({ metadata: { annotations: { [key]: value } } });
