import {
  apiVersionOf,
  contentHash,
  toRfc3339,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  viewOverride,
  type ClusterFacts,
  type OverrideSnapshot,
  type OverrideView,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { NotFoundError } from '@backstage/errors';
import { loadFleet } from '../database/clusterStore';
import type { Tx } from '../database/db';
import { listObjects, loadObject } from '../database/mirrorStore';
import { keyOfOverride, loadOverride, type KeptOverride } from '../database/overrideStore';
import {
  loadOverrideUses,
  loadPlaced,
  loadSnapshotTimes,
  loadUsesOf,
  type OverrideUse,
} from '../database/views/overrideUses';
import { loadChanges, type StrategyChange } from '../database/views/strategyUses';
import { mustBeAllowed } from './commands/commandDeps';
import type { Answer, Asked, Schemas } from './contract';
import {
  concerns,
  isPlacementMissing,
  loadCandidates,
  placementOf,
  toMatch,
  withClusters,
} from './overrideMatch';
import { overrideTarget, targetOf, type OverrideTarget } from './overrideTarget';
import { countAwaiting, overrideStatus, toUses, type OverrideStatus } from './overrideStatus';
import { checkHub, CLUSTER_SCOPE, reading, stampOf, type QueryDeps } from './queryDeps';
import { authoredAnnotations, changeOf } from './strategies';
import type { Viewer } from './viewer';
import { specOf } from './wholeRuns';

const KINDS = ['ClusterResourceOverride', 'ResourceOverride'] as const;

/** Those of the whole hub first, then by namespace and name. */
export async function listOverrides(
  deps: QueryDeps,
  asked: Asked<'/overrides'>,
  viewer: Viewer,
): Promise<Answer<'/overrides'>> {
  checkHub(deps, asked);
  mustBeAllowed(viewer.mayReadOverrides());
  const { objects, clusters, uses, changes, candidates, missing } = await reading(deps, tx =>
    readAll(tx, deps),
  );
  const items = objects.map(object => {
    const target = targetOf(object);
    const snapshot = toSnapshot(object, target);
    const own = uses.filter(({ override }) => override === keyOfOverride(target));
    const view = viewOverride(snapshot, clusters);
    const concerned = candidates.filter(one => concerns(snapshot, one));
    const status = overrideStatus({
      uses: own,
      hash: snapshot.hash,
      pending: countAwaiting(concerned, own, view),
      view,
      hasPlacement: !missing.has(keyOfOverride(target)),
      hasObject: concerned.length > 0,
    });
    return toSummary(object, { target, view, uses: own, status, change: changes.get(target.key) });
  });
  return { ...stampOf(deps), items, mayCreate: viewer.mayCreateOverride() };
}

async function readAll(tx: Tx, { hub }: QueryDeps) {
  const objects: KubeObject[] = [];
  for (const kind of KINDS) objects.push(...(await listObjects(tx, hub, kind)));
  const snapshots = objects.map(object => toSnapshot(object, targetOf(object)));
  const missing = new Set<string>();
  for (const [i, object] of objects.entries())
    if (await isPlacementMissing(tx, hub, snapshots[i])) missing.add(keyOfOverride(targetOf(object)));
  const placed = objects.length === 0 ? [] : await loadPlaced(tx, hub);
  const concerned = placed.filter(one => snapshots.some(snapshot => concerns(snapshot, one)));
  return {
    objects,
    missing,
    candidates: await withClusters(tx, hub, concerned),
    clusters: await loadFleet(tx, hub),
    uses: await loadOverrideUses(tx, hub),
    changes: new Map([
      ...(await changesOf(tx, hub, 'ClusterResourceOverride')),
      ...(await changesOf(tx, hub, 'ResourceOverride')),
    ]),
  };
}

const changesOf = (tx: Tx, hub: string, kind: OverrideTarget['kind']) =>
  loadChanges(tx, hub, { kinds: [kind], events: ['overrideCreated', 'overrideUpdated'] });

/** As the next snapshot of it would be: what rules say is of the object as it is now. */
export function toSnapshot(
  object: KubeObject,
  { kind, namespace = '', name }: OverrideTarget,
): OverrideSnapshot {
  const spec = specOf(object) as never;
  const own = { name: `${name}-0`, hash: contentHash(spec), spec };
  return kind === 'ClusterResourceOverride'
    ? { ...own, kind: 'ClusterResourceOverrideSnapshot' }
    : { ...own, kind: 'ResourceOverrideSnapshot', namespace };
}

export async function getOverride(
  deps: QueryDeps,
  asked: Asked<'/overrides/{scope}/{name}'>,
  viewer: Viewer,
): Promise<Answer<'/overrides/{scope}/{name}'>> {
  checkHub(deps, asked);
  mustBeAllowed(viewer.mayReadOverrides());
  const target = overrideTarget(asked);
  const read = await reading(deps, tx => readOne(tx, deps, target));
  const { object, snapshot, clusters, uses, candidates, isMissing, kept, times, change } = read;
  const view = viewOverride(snapshot, clusters);
  const used = toUses({ uses, candidates, view, hash: snapshot.hash });
  const status = overrideStatus({
    uses,
    hash: snapshot.hash,
    pending: used.reduce((sum, one) => sum + one.awaiting, 0),
    view,
    hasPlacement: !isMissing,
    hasObject: candidates.length > 0,
  });
  const { labels = {} } = object.metadata;
  const annotations = authoredAnnotations(object);
  return {
    ...stampOf(deps),
    override: toSummary(object, { target, view, uses, status, change, kept }),
    manifest: manifestOf(object, target),
    spec: specOf(object),
    labels,
    annotations,
    match: toMatch(view),
    uses: used,
    history: historyOf({ object, kept, times, uses }),
    mayCreate: viewer.mayCreateOverride(),
    mayUpdate: viewer.mayUpdateOverride(),
    mayDelete: viewer.mayDeleteOverride(),
  };
}

async function readOne(tx: Tx, { hub }: QueryDeps, target: OverrideTarget) {
  const { kind, namespace, name } = target;
  const object = await loadObject(tx, { hub, kind, namespace, name });
  if (object === undefined)
    throw new NotFoundError(`override "${target.key}" does not exist on hub "${hub}"`);
  const ref = { hub, kind, name, ...(namespace !== undefined && { namespace }) };
  const snapshot = toSnapshot(object, target);
  return {
    object,
    snapshot,
    clusters: (await loadFleet(tx, hub)) as readonly ClusterFacts[],
    uses: await loadUsesOf(tx, ref),
    candidates: await loadCandidates(tx, hub, snapshot),
    isMissing: await isPlacementMissing(tx, hub, snapshot),
    kept: await loadOverride(tx, ref),
    times: await loadSnapshotTimes(tx, ref),
    change: (await changesOf(tx, hub, kind)).get(target.key),
  };
}

interface Beside {
  readonly target: OverrideTarget;
  readonly view: OverrideView;
  readonly uses: readonly OverrideUse[];
  readonly status: OverrideStatus;
  readonly change: StrategyChange | undefined;
  readonly kept?: readonly KeptOverride[];
}

function toSummary(
  object: KubeObject,
  { target, view, uses, status, change, kept }: Beside,
): Schemas['OverrideSummary'] {
  const { uid = '', resourceVersion = '', generation, creationTimestamp } = object.metadata;
  const snapshot = toSnapshot(object, target);
  const placement = placementOf(snapshot);
  const newest = kept?.at(-1)?.snapshot.name;
  return {
    scope: target.namespace ?? CLUSTER_SCOPE,
    name: target.name,
    kind: target.kind,
    uid,
    resourceVersion,
    ...(generation !== undefined && { generation }),
    ...(creationTimestamp !== undefined && { createdAt: creationTimestamp }),
    ...changeOf(object, change),
    ...(placement && { placement: { scope: placement.scope, name: placement.name } }),
    objects: objectsOf(snapshot),
    ruleCount: view.rules.length,
    matched: view.matchedCount,
    clusterCount: view.clusterCount,
    ...(newest !== undefined && { snapshot: newest }),
    status,
    placements: [...new Set(uses.map(({ placement: key }) => key))].sort().map(toPlacementRef),
  };
}

const toPlacementRef = (key: string): Schemas['PlacementRef'] => {
  const at = key.indexOf('/');
  return at < 0 ? { scope: CLUSTER_SCOPE, name: key } : { scope: key.slice(0, at), name: key.slice(at + 1) };
};

const objectsOf = (snapshot: OverrideSnapshot): Schemas['OverriddenObject'][] =>
  snapshot.kind === 'ClusterResourceOverrideSnapshot'
    ? (snapshot.spec.clusterResourceSelectors ?? []).map(({ group = '', version, kind, name = '' }) => ({
        group,
        version,
        kind,
        name,
      }))
    : (snapshot.spec.resourceSelectors ?? []).map(({ group = '', version, kind, name }) => ({
        group,
        version,
        kind,
        name,
        namespace: snapshot.namespace,
      }));

function manifestOf(object: KubeObject, { kind, namespace, name }: OverrideTarget): Record<string, unknown> {
  const { labels = {} } = object.metadata;
  const annotations = authoredAnnotations(object);
  return {
    apiVersion: apiVersionOf(kind),
    kind,
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    spec: specOf(object),
  };
}

interface History {
  readonly object: KubeObject;
  /** Ascending. */
  readonly kept: readonly KeptOverride[];
  readonly times: ReadonlyMap<number, number>;
  readonly uses: readonly OverrideUse[];
}

/** A snapshot begins where the one before it ends: rows keep when their state changed last. */
function historyOf({ object, kept, times, uses }: History): Schemas['OverrideSnapshotInfo'][] {
  const { creationTimestamp } = object.metadata;
  return kept
    .map(({ index, isLatest, snapshot: { name, hash, spec } }) => {
      const began = isLatest ? times.get(index) : times.get(index - 1);
      const since =
        began === undefined ? (index === 0 ? creationTimestamp : undefined) : toRfc3339(began as Instant);
      return {
        name,
        index,
        isLatest,
        ...(since !== undefined && { since }),
        clusters: uses.filter(use => use.hash === hash).reduce((sum, use) => sum + use.count, 0),
        spec: spec as unknown as Record<string, unknown>,
      };
    })
    .reverse();
}
