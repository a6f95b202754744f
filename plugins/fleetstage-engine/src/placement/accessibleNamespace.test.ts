import { aPlacement, aPlacementSpec, anIdentifier } from '../testing/builders';
import { accessibleNamespace, accessibleNamespaceFault } from './accessibleNamespace';

const namespace = (name?: string) => ({ group: '', version: 'v1', kind: 'Namespace', ...(name && { name }) });
const role = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole', name: 'reader' };
const placing = (
  resourceSelectors: readonly ReturnType<typeof namespace>[],
  statusReportingScope: 'NamespaceAccessible' | 'ClusterScopeOnly' = 'NamespaceAccessible',
) => aPlacement({ spec: aPlacementSpec({ resourceSelectors, statusReportingScope }) });
const different = (picked: string, first: string, position = 0) =>
  `spec.resourceSelectors[${position}]: namespace resource selector is choosing a different namespace '${picked}' from what was originally picked '${first}'. This is not allowed for NamespaceAccessible ClusterResourcePlacement; select '${first}' again, or create another placement`;
const unnamed =
  "spec.resourceSelectors: NamespaceAccessible ClusterResourcePlacement doesn't specify a resource selector which selects a namespace; set the name of the Namespace";

describe('the namespace in which a status can be read', () => {
  it.each([
    {
      rule: 'A/ST-070 the selected namespace',
      placement: placing([role, namespace('web')]),
      captured: [],
      found: 'web',
      fault: undefined,
    },
    {
      rule: 'A/ST-072 the same namespace again',
      placement: placing([namespace('web')]),
      captured: [anIdentifier({ ...role, name: 'a' }), anIdentifier({ name: 'web' })],
      found: 'web',
      fault: undefined,
    },
    {
      rule: 'A/ST-072 another namespace than the first one is refused, which keeps the copy',
      placement: placing([namespace('shop')]),
      captured: [anIdentifier({ ...role, name: 'a' }), anIdentifier({ name: 'web' })],
      found: 'web',
      fault: different('shop', 'web'),
    },
    {
      rule: 'A/ST-072 the selector is named by its position',
      placement: placing([role, namespace('shop')]),
      captured: [anIdentifier({ name: 'web' })],
      found: 'web',
      fault: different('shop', 'web', 1),
    },
    {
      rule: 'A/ST-072 what was captured without a namespace binds nobody',
      placement: placing([namespace('shop')]),
      captured: [anIdentifier({ ...role, name: 'a' })],
      found: 'shop',
      fault: undefined,
    },
    {
      rule: 'A/ST-072 a Namespace of another group is not one',
      placement: placing([namespace('shop')]),
      captured: [
        anIdentifier({ group: 'example.org', name: 'a' }),
        anIdentifier({ version: 'v2', name: 'b' }),
      ],
      found: 'shop',
      fault: undefined,
    },
    {
      rule: 'A/ST-072 an identifier without a group is of the core one',
      placement: placing([namespace('shop')]),
      captured: [{ version: 'v1', kind: 'Namespace', name: 'web' }],
      found: 'web',
      fault: different('shop', 'web'),
    },
    {
      rule: 'A/ST-073 selected by label',
      placement: placing([namespace()]),
      captured: [],
      found: undefined,
      fault: unnamed,
    },
    {
      rule: 'A/ST-073 no Namespace selected',
      placement: placing([role]),
      captured: [],
      found: undefined,
      fault: unnamed,
    },
    {
      rule: 'A/PL-180 no copy was asked for',
      placement: placing([namespace('shop')], 'ClusterScopeOnly'),
      captured: [anIdentifier({ name: 'web' })],
      found: undefined,
      fault: undefined,
    },
    {
      rule: 'A/PL-128 on a ResourcePlacement the scope means nothing',
      placement: { ...placing([role]), namespace: 'team' },
      captured: [],
      found: undefined,
      fault: undefined,
    },
  ])('$rule', ({ placement, captured, found, fault }) => {
    expect(accessibleNamespace(placement, captured)).toBe(found);
    expect(accessibleNamespaceFault(placement, captured)).toBe(fault);
  });
});
