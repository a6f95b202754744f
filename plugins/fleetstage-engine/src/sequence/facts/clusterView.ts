import {
  annotationKeys,
  labelKeys,
  plus,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ObservedUnit, UpgradeCheck } from '../eligibility/targetFacts';
import type { ObservedCluster, ObservedControlPlane, ObservedNodePool } from '../observed';
import type { SequenceCluster, SequenceSettings } from '../state/sequenceState';
import { parseVersion, type KubeVersion } from '../versions/version';

/** A control plane or a node pool, read. */
export interface UnitView {
  /** Absent: its version cannot be read. */
  readonly unit?: ObservedUnit;
  /** Another text after each step of an upgrade. */
  readonly sign: string;
  readonly waitsFor?: string;
  readonly failed?: string;
}

/** What one pass knows of a cluster. */
export interface ClusterView {
  readonly cluster: SequenceCluster;
  readonly provider: 'Known' | 'Unknown' | 'NotManaged';
  /** When it becomes unknown, unless its provider answers. */
  readonly unknownAt?: Instant;
  readonly controlPlane?: UnitView;
  /** Absent: there was no answer yet. */
  readonly pools?: ReadonlyMap<string, UnitView>;
  /** What its provider has against every upgrade. */
  readonly check?: UpgradeCheck;
  readonly generation?: string;
  readonly observedAt?: Instant;
  readonly channelLabel?: string;
  readonly isOptedOut: boolean;
}

export function viewCluster(
  cluster: SequenceCluster,
  now: Instant,
  { unknownAfterMs }: Pick<SequenceSettings, 'unknownAfterMs'>,
): ClusterView {
  const { labels, annotations, versions } = cluster;
  const channelLabel = labels[labelKeys.channel];
  const base = {
    cluster,
    ...(channelLabel !== undefined && { channelLabel }),
    isOptedOut: annotations[annotationKeys.autoUpgrade] === 'false',
  };
  if (versions.kind === 'NotManaged') return { ...base, provider: 'NotManaged' };
  const { observed, silentSince } = versions;
  const unknownAt = silentSince === undefined ? undefined : plus(silentSince, unknownAfterMs);
  const isUnknown = unknownAt !== undefined && now >= unknownAt;
  return {
    ...base,
    provider: isUnknown ? 'Unknown' : 'Known',
    ...(unknownAt !== undefined && !isUnknown && { unknownAt }),
    ...(observed && viewObserved(observed)),
  };
}

function viewObserved(observed: ObservedCluster) {
  const [block] = observed.blocked;
  return {
    controlPlane: viewControlPlane(observed.controlPlane),
    pools: new Map(observed.pools.map(pool => [pool.name, viewPool(pool)] as const)),
    ...(block && { check: { ok: false, ...block } as const }),
    generation: observed.generation,
    observedAt: observed.observedAt,
  };
}

const viewControlPlane = (plane: ObservedControlPlane): UnitView =>
  viewUnit(plane, plane.version, [plane.version]);

/** A pool without nodes runs what it is to run. */
const viewPool = (pool: ObservedNodePool): UnitView =>
  viewUnit(
    pool,
    pool.versions[0]?.version ?? pool.desired,
    pool.versions.map(({ version, nodes }) => `${version}×${nodes}`),
  );

function viewUnit(
  seen: Pick<ObservedNodePool, 'desired' | 'upgrading' | 'healthy' | 'waitsFor' | 'failed'>,
  version: string,
  parts: readonly string[],
): UnitView {
  const { desired, upgrading, healthy, waitsFor, failed } = seen;
  const current = read(version);
  const wanted = read(desired);
  return {
    ...(current && {
      unit: {
        current,
        ...(wanted && { desired: wanted }),
        // An upgrade that the provider has given up is neither under way nor in the way of the next attempt (D/TG-004).
        isUpgrading: upgrading && failed === undefined,
        isHealthy: healthy || failed !== undefined,
      },
    }),
    sign: [...parts, desired, upgrading, healthy].join(' '),
    ...(waitsFor !== undefined && { waitsFor }),
    ...(failed !== undefined && { failed }),
  };
}

function read(version: string): KubeVersion | undefined {
  const parsed = parseVersion(version);
  return parsed.ok ? parsed.value : undefined;
}
