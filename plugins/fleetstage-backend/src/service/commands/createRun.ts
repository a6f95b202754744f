import {
  annotationKeys,
  apiVersionOf,
  stagedKindsOf,
  type ClusterResourcePlacement,
  type ClusterStagedUpdateStrategy,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { refuseStrategy, validateStrategy } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConflictError, InputError } from '@backstage/errors';
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../database/db';
import { namedBy } from '../../database/keyText';
import { toPlacementFacts } from '../../database/facts';
import { loadObject } from '../../database/mirrorStore';
import { placementObject } from '../../database/placementObject';
import { loadResourceSnapshots } from '../../database/snapshotStore';
import { runObject, strategyObject } from '../../database/stagedObjects';
import { completeInTimeline } from '../../database/timelineStore';
import type { Schemas } from '../contract';
import { namingOf } from '../strategyWarnings';
import { newRunResource } from '../newRun';
import { CLUSTER_SCOPE } from '../queryDeps';
import { inScope } from '../scope';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { mustBeName } from './objectName';
import { recordThenWrite } from './recordThenWrite';

/** Creates a run on the hub, cluster-wide or in the namespace of its scope, after what would certainly keep it from being prepared is ruled out; `beforeCreate` follows that. */
export async function createRun(
  deps: CommandDeps,
  viewer: Viewer,
  asked: Schemas['CreateRunRequest'],
  { beforeCreate }: { readonly beforeCreate?: () => Promise<void> } = {},
): Promise<Schemas['CreatedRun']> {
  const { database, hub, writer } = deps;
  mustBeAllowed(viewer.mayCreateRun());
  mustBeName(asked.name);
  await database.transact(tx => checkReferences(tx, { ...deps, viewer }, asked));
  await beforeCreate?.();
  const { scope = CLUSTER_SCOPE, name, placement, snapshot, state = 'Run' } = asked;
  const within = inScope(asked);
  const creation = randomUUID();
  const data = {
    creation,
    placement: namedBy(within, placement),
    state,
    ...(snapshot !== undefined && { snapshot }),
  };
  const line = {
    subjectKind: stagedKindsOf(within).run,
    subjectName: namedBy(within, name),
    event: 'runCreated',
    actor: actorOf(viewer),
    data,
  } as const;
  const created = await recordThenWrite(deps, line, () => writer.create(toObject(asked, creation)));
  await database.transact(tx => completeInTimeline(tx, hub, line, { ...data, uid: created.metadata.uid }));
  return { scope, name };
}

async function checkReferences(
  tx: Tx,
  { viewer, ...deps }: CommandDeps & { readonly viewer: Viewer },
  asked: Schemas['CreateRunRequest'],
): Promise<void> {
  const { hub } = deps;
  const { name, strategy, snapshot } = asked;
  const within = inScope(asked);
  if (asked.placement.includes('/') || strategy.includes('/'))
    throw new InputError(
      'placement and strategy are names without "/": those of a namespace are named by scope, the namespace, and name',
    );
  if (await loadObject(tx, runObject({ hub, name: namedBy(within, name) })))
    throw new ConflictError(
      `name "${name}" is taken: a run of this name exists on hub "${hub}"; choose another one`,
    );
  const placement = namedBy(within, asked.placement);
  const found = await loadObject(tx, placementObject({ hub, name: placement }));
  checkPlacement(hub, placement, found);
  mustBeAllowed(viewer.mayCreateRun(newRunResource(hub, found, strategy)));
  const refusal = refuseStrategy(toPlacementFacts(found), strategy);
  if (refusal !== undefined) throw new InputError(refusal);
  const key = namedBy(within, strategy);
  checkStrategy(deps, key, await loadObject(tx, strategyObject({ hub, name: key })));
  if (snapshot !== undefined) await checkSnapshot(tx, { hub, placement, snapshot });
}

function checkPlacement(hub: string, name: string, object: KubeObject | undefined): asserts object {
  if (object === undefined)
    throw new InputError(`placement "${name}" does not exist on hub "${hub}"; name one that does`);
  const { metadata, spec } = object as unknown as ClusterResourcePlacement;
  if (metadata.deletionTimestamp !== undefined)
    throw new InputError(`placement "${name}" is being deleted; name another one`);
  const type = spec.strategy?.type ?? 'RollingUpdate';
  if (type === 'External') return;
  throw new InputError(
    `placement "${name}" moves by ${type}, not by runs; set its spec.strategy.type to External, or name another one`,
  );
}

function checkStrategy(deps: CommandDeps, name: string, object: KubeObject | undefined): void {
  if (object === undefined)
    throw new InputError(`strategy "${name}" does not exist on hub "${deps.hub}"; name one that does`);
  const { spec } = object as unknown as ClusterStagedUpdateStrategy;
  const verdict = validateStrategy(spec, namingOf(deps, object));
  if (!verdict.ok) throw new InputError(`strategy "${name}" cannot be used: ${verdict.message}`);
}

async function checkSnapshot(
  tx: Tx,
  { hub, placement, snapshot }: { hub: string; placement: string; snapshot: string },
): Promise<void> {
  if (!/^\d+$/.test(snapshot))
    throw new InputError(
      `snapshot "${snapshot}" is no index; use a whole number, or leave it out for the newest`,
    );
  const known = (await loadResourceSnapshots(tx, hub, placement)).map(({ index }) => index);
  if (known.includes(Number(snapshot))) return;
  const there = known.length === 0 ? 'it has none yet' : `it has ${known.join(', ')}`;
  throw new InputError(
    `snapshot ${snapshot} of placement "${placement}" does not exist (${there}); leave it out for the newest`,
  );
}

function toObject(
  { name, placement, strategy, snapshot, state = 'Run', ...asked }: Schemas['CreateRunRequest'],
  creation: string,
) {
  const within = inScope(asked);
  const { run: kind } = stagedKindsOf(within);
  return {
    apiVersion: apiVersionOf(kind),
    kind,
    metadata: { ...within, name, annotations: { [annotationKeys.creation]: creation } },
    spec: {
      placementName: placement,
      stagedRolloutStrategyName: strategy,
      state,
      ...(snapshot !== undefined && { resourceSnapshotIndex: snapshot }),
    },
  };
}
