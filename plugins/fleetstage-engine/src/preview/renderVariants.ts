import { annotationKeys, without, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES, type MatchedOverrides, type OverridesByCluster } from '../desired/desired';
import { matchedOn } from '../desired/desiredOf';
import { frozenOn } from '../desired/frozenOverrides';
import { renderKeyOf } from '../desired/variants';
import { overrideObjects } from '../override/overrideObject';
import type { OverrideSnapshot } from '../override/overrideSnapshot';
import type { Binding } from '../state/placement';
import type { RunProgress } from '../updaterun/state';
import { renderWork, type RenderOptions, type Work } from '../work/renderWork';

/** What the clusters of a placement are rendered from. */
export interface RenderSource {
  /** As its key: `web`, or `namespace/web`. */
  readonly placement: string;
  readonly manifests: readonly KubeObject[];
  /** All that the clusters' overrides name. */
  readonly snapshots: readonly OverrideSnapshot[];
  readonly options?: Omit<RenderOptions, 'override'>;
}

export interface ClusterOverrides {
  readonly cluster: string;
  readonly overrides: MatchedOverrides;
}

/** What a set of overrides makes of the manifests. */
export type RenderSet = (overrides: MatchedOverrides) => Work;

/** Sets of overrides that read the same are one. Values of variables are part of them (B/OV-090…096). */
export const setKeyOf = (overrides: MatchedOverrides): string =>
  renderKeyOf({ snapshot: { index: 0, hash: '' }, overrides });

/** Renders each set once, however many clusters have it: 1,000 clusters in three variants are three renderings. */
export function renderOncePerSet({ placement, manifests, snapshots, options }: RenderSource): RenderSet {
  const rendered = new Map<string, Work>();
  return overrides => {
    const key = setKeyOf(overrides);
    const known = rendered.get(key);
    if (known !== undefined) return known;
    const override = overrides.snapshots.length > 0 && overrideObjects(overrides, snapshots);
    const work = renderWork(placement, manifests, { ...options, ...(override && { override }) });
    rendered.set(key, work);
    return work;
  };
}

interface Placed {
  readonly bindings: readonly Pick<Binding, 'cluster' | 'phase' | 'releasedAt'>[];
  readonly overrides?: OverridesByCluster;
}

/** The clusters that a placement keeps, with what the newest overrides say of them. */
export const placedClusters = ({ bindings, overrides }: Placed): ClusterOverrides[] =>
  bindings
    .filter(({ phase, releasedAt }) => phase !== 'Unscheduled' && releasedAt === undefined)
    .map(({ cluster }) => ({ cluster, overrides: matchedOn(overrides, cluster) }));

/** The clusters of a run, with what it has frozen for them. */
export const plannedClusters = (progress: Pick<RunProgress, 'plan' | 'stages'>): ClusterOverrides[] =>
  progress.stages
    .flatMap(({ clusters }) => clusters)
    .map(({ cluster }) => ({ cluster, overrides: frozenOn(progress.plan?.overrides, cluster) }));

export interface ClusterGroup {
  readonly overrides: MatchedOverrides;
  readonly clusters: readonly string[];
}

/** The largest group first; of equal ones the one whose cluster comes first. */
export function groupBySet(clusters: readonly ClusterOverrides[]): ClusterGroup[] {
  const groups = new Map<string, { readonly overrides: MatchedOverrides; readonly clusters: string[] }>();
  const keys = new Map<MatchedOverrides, string>([[NO_OVERRIDES, setKeyOf(NO_OVERRIDES)]]);
  for (const { cluster, overrides } of clusters) {
    const key = keys.get(overrides) ?? setKeyOf(overrides);
    keys.set(overrides, key);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { overrides, clusters: [cluster] });
    else group.clusters.push(cluster);
  }
  return [...groups.values()].sort((a, b) => b.clusters.length - a.clusters.length);
}

/** What would be applied, as its author wrote it: without the annotation that each applied object gets. */
export const appliedObjects = ({ manifests }: Work): KubeObject[] =>
  manifests.filter(({ fault }) => fault === undefined).map(({ object }) => withoutSpecHash(object));

function withoutSpecHash(object: KubeObject): KubeObject {
  const { annotations, ...metadata } = object.metadata;
  const own = without(annotations ?? {}, [annotationKeys.specHash]);
  return { ...object, metadata: Object.keys(own).length > 0 ? { ...metadata, annotations: own } : metadata };
}
