import { NotAllowedError, NotFoundError } from '@backstage/errors';
import { workName, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  overrideObjects,
  type ManifestIdentity,
  type OverrideObject,
  type Work,
  type WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadBinding } from '../../database/bindingStore';
import { loadObject } from '../../database/mirrorStore';
import { loadMatched } from '../../database/overrideStore';
import { placementObject } from '../../database/placementObject';
import { loadManifests } from '../../database/snapshotStore';
import { loadWork } from '../../database/workStore';
import { placementTarget } from '../commands/placementTarget';
import { checkHub, reading, type QueryDeps } from '../queryDeps';
import type { PlacementResource } from '../../permissions/resources';
import type { Permit, Viewer } from '../viewer';
import type { PlacedOn } from './MemberWorkloads';

export interface SubjectAsked {
  readonly hub?: string;
  readonly scope: string;
  readonly name: string;
  readonly cluster: string;
}

/** One placement on one member, as the database knows it. */
export interface Subject {
  readonly on: PlacedOn;
  readonly report?: WorkReport;
  /** What Fleetstage would apply; absent: its contents are not there (any more). */
  readonly work?: Work;
  readonly mayReadLogs: Permit;
}

export type Render = (
  placement: string,
  manifests: readonly KubeObject[],
  override: OverrideObject | undefined,
) => Work;

/** @throws NotFoundError, and NotAllowedError for whom `may` refuses */
export async function readSubject(
  deps: QueryDeps,
  asked: SubjectAsked,
  { viewer, may, render }: { viewer: Viewer; may: (p: PlacementResource) => Permit; render: Render },
): Promise<Subject> {
  checkHub(deps, asked);
  const { hub } = deps;
  const { cluster } = asked;
  const { key: name } = placementTarget(asked);
  const found = await reading(deps, async tx => {
    const object = await loadObject(tx, placementObject({ hub, name }));
    if (object === undefined) return undefined;
    const binding = await loadBinding(tx, { hub, placement: name, cluster });
    const stored = await loadWork(tx, { hub, placement: name, cluster });
    const index = binding?.resourceIndex;
    const manifests = index === undefined ? undefined : await loadManifests(tx, { hub, name }, index);
    const overrides = binding?.overrides;
    const override = overrides && overrideObjects(overrides, await loadMatched(tx, hub, overrides));
    return { object, binding, stored, manifests, override };
  });
  if (found === undefined) throw new NotFoundError(`Placement "${name}" does not exist on hub "${hub}"`);
  const { object, binding, stored, manifests, override } = found;
  const resource = { hub, name, labels: object.metadata.labels ?? {} };
  const permit = may(resource);
  if (!permit.isAllowed) throw new NotAllowedError(permit.reason);
  if (binding === undefined)
    throw new NotFoundError(`Placement "${name}" has nothing on cluster "${cluster}"`);
  const work = manifests && render(name, manifests, override);
  const uid = stored?.inventory.appliedWorkUid;
  return {
    on: {
      cluster,
      owner: { name: workName(name), ...(uid !== undefined && { uid }) },
      objects: joined(work?.manifests ?? [], stored?.inventory.objects ?? []),
    },
    ...(stored && { report: stored.report }),
    ...(work && { work }),
    mayReadLogs: viewer.mayReadLogs(resource),
  };
}

/** What is wanted, and what is there from before; each once. Of a manifest at fault nothing can be asked. */
function joined(...lists: readonly (readonly (ManifestIdentity & { fault?: unknown })[])[]) {
  const byKey = new Map<string, ManifestIdentity>();
  for (const { group, version, kind, namespace, name, fault } of lists.flat()) {
    if (fault !== undefined) continue;
    const key = [group, kind, namespace ?? '', name].join('/');
    if (!byKey.has(key)) byKey.set(key, { group, version, kind, ...(namespace && { namespace }), name });
  }
  return [...byKey.values()];
}
