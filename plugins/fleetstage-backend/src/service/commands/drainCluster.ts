import { ConflictError, NotFoundError } from '@backstage/errors';
import {
  annotationKeys,
  toRfc3339,
  type JsonObject,
  type KubeObject,
  type MemberCluster,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  drainRequestOf,
  isCordoned,
  withCordon,
  withoutCordon,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../ports';
import type { Schemas } from '../contract';
import type { Authored } from '../HubWriter';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { recordThenWrite } from './recordThenWrite';

interface DrainDeps extends CommandDeps {
  readonly clock: Clock;
}

const KIND = 'MemberCluster';
const DRAIN_KEYS = [annotationKeys.drain, annotationKeys.drainBy, annotationKeys.drainAt] as const;

/**
 * Asks for a drain: the taint of a cordon and the annotations, in one write (C/DR-003). The evictions follow from these, whoever
 * wrote them. Where a drain is asked for already nothing is written.
 *
 * @throws NotFoundError for a name that is no member
 * @throws ConflictError for a member that leaves the fleet: it is emptied by that
 */
export async function drainCluster(
  deps: DrainDeps,
  viewer: Viewer,
  { name, reason }: { readonly name: string } & Schemas['DrainRequest'],
): Promise<Schemas['DrainResult']> {
  mustBeAllowed(viewer.mayDrainCluster());
  const asked = {
    [annotationKeys.drain]: reason ?? '',
    [annotationKeys.drainBy]: actorOf(viewer),
    [annotationKeys.drainAt]: toRfc3339(deps.clock.now()),
  };
  const line = lineOf(name, 'drainAsked', viewer, reason);
  const isChanged = await rewrite(deps, { name, line }, ({ metadata, spec }) => {
    if (metadata.deletionTimestamp !== undefined)
      throw new ConflictError(
        `Cluster "${name}" is leaving the fleet, and its placements are removed with it; there is nothing to drain`,
      );
    if (isCordoned(spec.taints) && drainRequestOf(metadata.annotations) !== undefined) return undefined;
    return {
      taints: withCordon(spec.taints),
      annotations: { ...metadata.annotations, ...asked },
    };
  });
  return { isFirst: isChanged };
}

/**
 * Takes the taint of a cordon off, and with it what is left of a drain; other taints stay (C/DR-015).
 *
 * @throws NotFoundError for a name that is no member
 */
export async function uncordonCluster(
  deps: DrainDeps,
  viewer: Viewer,
  { name, reason }: { readonly name: string } & Schemas['UncordonRequest'],
): Promise<Schemas['DrainResult']> {
  mustBeAllowed(viewer.mayDrainCluster());
  const line = lineOf(name, 'uncordonAsked', viewer, reason);
  const isChanged = await rewrite(deps, { name, line }, ({ metadata, spec }) => {
    if (!isCordoned(spec.taints) && drainRequestOf(metadata.annotations) === undefined) return undefined;
    const kept = Object.entries(metadata.annotations ?? {}).filter(
      ([key]) => !(DRAIN_KEYS as readonly string[]).includes(key),
    );
    return { taints: withoutCordon(spec.taints), annotations: Object.fromEntries(kept) };
  });
  return { isFirst: isChanged };
}

type Line = Parameters<typeof recordThenWrite>[1];

const lineOf = (
  name: string,
  event: 'drainAsked' | 'uncordonAsked',
  viewer: Viewer,
  reason?: string,
): Line => ({
  ...{ subjectKind: KIND, subjectName: name, event, actor: actorOf(viewer) },
  ...(reason !== undefined && { message: reason }),
  data: { creation: randomUUID() },
});

/** Heartbeats change the version of a member; so often it is read again. */
const TRIES = 5;

/** Writes what `change` makes of the member as it is on the hub; nothing: it is as it shall be. */
async function rewrite(
  deps: CommandDeps,
  { name, line }: { readonly name: string; readonly line: Line },
  change: (
    member: Pick<MemberCluster, 'metadata' | 'spec'>,
  ) => (Pick<MemberCluster['spec'], 'taints'> & Pick<Authored, 'annotations'>) | undefined,
  tried = 1,
): Promise<boolean> {
  const live = await deps.writer.find(KIND, name);
  if (live === undefined) throw new NotFoundError(`Cluster "${name}" is no member of hub "${deps.hub}"`);
  const changed = change(live as unknown as MemberCluster);
  if (changed === undefined) return false;
  const { taints = [], annotations } = changed;
  const spec = { ...(live.spec as JsonObject), taints: taints.map(taint => ({ ...taint })) };
  try {
    await recordThenWrite(deps, line, () =>
      deps.writer.replaceAuthored(versionOf(live), { spec, ...(annotations && { annotations }) }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConflictError) || tried === TRIES) throw error;
    return rewrite(deps, { name, line }, change, tried + 1);
  }
}

const versionOf = ({ metadata }: KubeObject) =>
  ({
    kind: KIND,
    name: metadata.name,
    ...(metadata.uid !== undefined && { uid: metadata.uid }),
    resourceVersion: metadata.resourceVersion ?? '',
  }) as const;
