import {
  annotationKeys,
  apiVersionOf,
  kinds,
  type ClusterResourcePlacement,
  type ClusterStagedUpdateStrategy,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { refuseStrategy, validateStrategy } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConflictError, InputError } from '@backstage/errors';
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../database/db';
import { toPlacementFacts } from '../../database/facts';
import { loadObject } from '../../database/mirrorStore';
import { loadResourceSnapshots } from '../../database/snapshotStore';
import { completeInTimeline } from '../../database/timelineStore';
import type { Schemas } from '../contract';
import { namingOf } from '../strategyWarnings';
import { newRunResource } from '../newRun';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { mustBeName } from './objectName';
import { recordThenWrite } from './recordThenWrite';

/** Creates a run on the hub, after what would certainly keep it from being prepared is ruled out; `beforeCreate` follows that. */
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
  const { name, placement, snapshot, state = 'Run' } = asked;
  const creation = randomUUID();
  const data = { creation, placement, state, ...(snapshot !== undefined && { snapshot }) };
  const line = {
    subjectKind: 'ClusterStagedUpdateRun',
    subjectName: name,
    event: 'runCreated',
    actor: actorOf(viewer),
    data,
  } as const;
  const created = await recordThenWrite(deps, line, () => writer.create(toObject(asked, creation)));
  await database.transact(tx => completeInTimeline(tx, hub, line, { ...data, uid: created.metadata.uid }));
  return { scope: '_', name };
}

async function checkReferences(
  tx: Tx,
  { viewer, ...deps }: CommandDeps & { readonly viewer: Viewer },
  asked: Schemas['CreateRunRequest'],
): Promise<void> {
  const { hub } = deps;
  const { name, placement, strategy, snapshot } = asked;
  if (await loadObject(tx, { hub, kind: 'ClusterStagedUpdateRun', name }))
    throw new ConflictError(
      `name "${name}" is taken: a run of this name exists on hub "${hub}"; choose another one`,
    );
  const found = await loadObject(tx, { hub, kind: 'ClusterResourcePlacement', name: placement });
  checkPlacement(hub, placement, found);
  mustBeAllowed(viewer.mayCreateRun(newRunResource(hub, found, strategy)));
  const refusal = refuseStrategy(toPlacementFacts(found), strategy);
  if (refusal !== undefined) throw new InputError(refusal);
  checkStrategy(
    deps,
    strategy,
    await loadObject(tx, { hub, kind: 'ClusterStagedUpdateStrategy', name: strategy }),
  );
  if (snapshot !== undefined) await checkSnapshot(tx, { hub, placement, snapshot });
}

function checkPlacement(hub: string, name: string, object: KubeObject | undefined): asserts object {
  if (name.includes('/'))
    throw new InputError(
      `placement "${name}" is in a namespace, and update runs move cluster-wide placements only; name one of these`,
    );
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
  { name, placement, strategy, snapshot, state = 'Run' }: Schemas['CreateRunRequest'],
  creation: string,
) {
  return {
    apiVersion: apiVersionOf('ClusterStagedUpdateRun'),
    kind: kinds.ClusterStagedUpdateRun.kind,
    metadata: { name, annotations: { [annotationKeys.creation]: creation } },
    spec: {
      placementName: placement,
      stagedRolloutStrategyName: strategy,
      state,
      ...(snapshot !== undefined && { resourceSnapshotIndex: snapshot }),
    },
  };
}
