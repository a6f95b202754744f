/** Who acts in the table; what RBAC gives them is in `ROLES`. */
export const PEOPLE = {
  /** Reads. */
  viewer: ['--as=vera'],
  /** Writes placements and runs everywhere, and has `edit` in namespace shop, which he may place. */
  author: ['--as=arthur'],
  /** Changes placements everywhere, and neither creates nor deletes any. */
  tender: ['--as=tessa'],
  /** As the tender, and deletes the ResourcePlacement `plain` of shop. */
  remover: ['--as=nils'],
  /** As the author, and writes envelopes in shop. */
  packer: ['--as=paula'],
  /** As the author, and writes overrides in shop. */
  tailor: ['--as=taylor'],
  /** Author in namespace shop alone. */
  tenant: ['--as=theo'],
  /** Takes placements off clusters, and writes none. */
  evictor: ['--as=eve'],
  /** Writes sequences of versions, catalogues and maintenance policies. */
  planner: ['--as=stella'],
  /** Steers rollouts of versions. */
  operator: ['--as=oscar'],
  /** Approver in namespace shop alone. */
  tenantApprover: ['--as=tara', '--as-group=fleet-approvers'],
  approver: ['--as=april', '--as-group=fleet-approvers'],
  /** Administrator of the hub by the group that the policies know. */
  platform: ['--as=pat', '--as-group=fleet-platform'],
  /** Administrator of the hub and of none of the groups: what policies add to RBAC is seen of him. */
  admin: ['--as=adam'],
  engine: ['--as=system:serviceaccount:fleetstage:fleetstage'],
  outsider: ['--as=otto'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Person = keyof typeof PEOPLE;

const bind = (name: string, role: string, namespace?: string, kind = 'User') => `
apiVersion: rbac.authorization.k8s.io/v1
kind: ${namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding'}
metadata: { name: ${name}-${role}${namespace === undefined ? '' : `, namespace: ${namespace}`} }
subjects: [{ kind: ${kind}, name: ${name}, apiGroup: rbac.authorization.k8s.io }]
roleRef: { kind: ClusterRole, name: ${role}, apiGroup: rbac.authorization.k8s.io }
---`;

export const ROLES = `
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: v1
kind: Namespace
metadata: { name: bank }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: place-shop }
rules: [{ apiGroups: [""], resources: [namespaces], resourceNames: [shop], verbs: [place] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: tend-placements }
rules:
  - apiGroups: [placement.kubernetes-fleet.io]
    resources: [clusterresourceplacements, resourceplacements]
    verbs: [get, update, patch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: delete-plain }
rules:
  - apiGroups: [placement.kubernetes-fleet.io]
    resources: [clusterresourceplacements, resourceplacements]
    resourceNames: [plain]
    verbs: [delete]
---${[
  ...['vera', 'arthur', 'paula', 'taylor', 'april', 'tessa', 'nils', 'eve', 'stella', 'oscar'].map(name =>
    bind(name, 'fleetstage-viewer'),
  ),
  ...['arthur', 'paula', 'taylor'].flatMap(name => [
    bind(name, 'fleetstage-author'),
    bind(name, 'place-shop'),
    bind(name, 'edit', 'shop'),
  ]),
  bind('paula', 'fleetstage-envelope-author', 'shop'),
  bind('taylor', 'fleetstage-override-author', 'shop'),
  bind('eve', 'fleetstage-evictor'),
  bind('stella', 'fleetstage-sequence-author'),
  bind('oscar', 'fleetstage-rollout-operator'),
  bind('tessa', 'tend-placements'),
  bind('nils', 'tend-placements'),
  bind('nils', 'delete-plain', 'shop'),
  bind('april', 'fleetstage-approver'),
  ...['theo', 'tara'].map(name => bind(name, 'fleetstage-viewer', 'shop')),
  bind('theo', 'fleetstage-author', 'shop'),
  bind('tara', 'fleetstage-approver', 'shop'),
  bind('fleet-platform', 'cluster-admin', undefined, 'Group'),
  bind('adam', 'cluster-admin'),
].join('')}
`;
