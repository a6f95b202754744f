import {
  create,
  object,
  PLACEMENT_API,
  RBAC,
  READERS,
  READERS_IN_SHOP,
  select,
  TRUSTED,
  type Act,
  type Fields,
} from './actParts';

const override = (kind: string, metadata: Fields, list: string, selector: Fields) =>
  object(PLACEMENT_API, kind, metadata, {
    spec: {
      [list]: [selector],
      policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, overrideType: 'Delete' }] },
    },
  });
const inShop = override(
  'ResourceOverride',
  { name: 'new', namespace: 'shop' },
  'resourceSelectors',
  select('ConfigMap', { name: 'a' }),
);
const inHub = override(
  'ClusterResourceOverride',
  { name: 'new' },
  'clusterResourceSelectors',
  select('ClusterRole', { name: 'a' }, RBAC),
);
const snapshotOf = ({ kind, metadata, spec }: { kind: string; metadata: Fields; spec?: unknown }) =>
  object(PLACEMENT_API, `${kind}Snapshot`, metadata, {
    spec: { overrideSpec: spec, overrideHash: 'aGFzaA==' },
  });

/** Overrides change what others place, so who writes placements does not write them; snapshots of them are Fleetstage's. */
export const overrides: readonly Act[] = [
  ...['clusterresourceoverrides', 'clusterresourceoverridesnapshots'].map(kind => ({
    act: `read ${kind}`,
    args: ['get', kind],
    may: READERS,
  })),
  ...['resourceoverrides', 'resourceoverridesnapshots'].map(kind => ({
    act: `read ${kind} of shop`,
    args: ['get', kind, '-n', 'shop'],
    may: READERS_IN_SHOP,
  })),
  create('override what is placed of shop', ['tailor', ...TRUSTED], inShop),
  create('override roles', TRUSTED, inHub),
  create('write a snapshot of an override of shop', TRUSTED, snapshotOf(inShop)),
  create('write a snapshot of an override of roles', TRUSTED, snapshotOf(inHub)),
];
