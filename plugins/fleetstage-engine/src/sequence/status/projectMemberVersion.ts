import {
  labelKeys,
  toRfc3339,
  type Condition,
  type Instant,
  type MemberMaintenance,
  type MemberRollout,
  type MemberVersionStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { fleetOf } from '../assignment/assignClusters';
import { designate } from '../catalog/designate';
import { ownChannel } from '../catalog/sequenceChannel';
import { endOfSupportOf } from '../catalog/support';
import type { ClusterView } from '../facts/clusterView';
import type { SequencePass } from '../facts/sequencePass';
import { stageNumberOf, targetsOf } from '../rollout/targetIndex';
import { compareVersions, lowestVersion } from '../versions/compareVersions';
import { formatVersion, type KubeVersion } from '../versions/version';
import { worstOf } from './viewRollout';
import { claim, stateClaims, type SequenceClaim } from './sequenceClaim';

export interface MemberStatement {
  readonly now: Instant;
  readonly generation: number;
  readonly previous?: readonly Condition[];
  readonly provider?: string;
  /** `provider/namespace/name`. */
  readonly providerRef?: string;
}

/** The status of the MemberVersion of a cluster of the sequence (E §6). */
export function projectMemberVersion(
  pass: SequencePass,
  view: ClusterView,
  statement: MemberStatement,
): MemberVersionStatus {
  const { labels, versions } = view.cluster;
  const observed = versions.kind === 'Managed' ? versions.observed : undefined;
  const fleet = fleetOf(labels);
  const { provider, providerRef } = statement;
  const rollouts = rolloutsOf(pass, view.cluster.name);
  return {
    ...(fleet !== undefined && { fleet }),
    ...channelOf(pass, labels[labelKeys.channel]),
    ...(provider !== undefined && { provider }),
    ...(providerRef !== undefined && { providerRef }),
    ...(observed && {
      controlPlane: pickUnit(observed.controlPlane, { version: observed.controlPlane.version }),
      nodePools: observed.pools.map(pool => pickUnit(pool, { name: pool.name, versions: pool.versions })),
      observedAt: toRfc3339(observed.observedAt),
    }),
    ...designatedFor(pass, view),
    ...supportOf(pass, view),
    maintenance: maintenanceOf(pass, view),
    ...(rollouts.length > 0 && { rollouts }),
    conditions: stateClaims([known(view)], statement),
  };
}

const pickUnit = <T extends object>(
  { desired, upgrading, healthy }: { desired: string; upgrading: boolean; healthy: boolean },
  own: T,
) => ({ ...own, desired, upgrading, healthy });

function known({ provider, cluster: { versions } }: ClusterView): SequenceClaim {
  if (provider === 'NotManaged')
    return claim('MemberVersion', 'Known', 'False', [
      'NotManaged',
      'No provider knows the cluster, or several do; set its annotation fleetstage.io/provider-ref.',
    ]);
  const isObserved = versions.kind === 'Managed' && versions.observed !== undefined;
  return provider === 'Known' && isObserved
    ? claim('MemberVersion', 'Known', 'True', ['Observed', 'Its provider reports it.'])
    : claim('MemberVersion', 'Known', 'Unknown', [
        'ProviderUnavailable',
        'Its provider does not report it now.',
      ]);
}

function channelOf({ state }: SequencePass, label: string | undefined) {
  if (!state.catalog.ok) return label === undefined ? {} : { channel: label };
  return { channel: ownChannel(state.catalog.value, state.sequence.spec.channel, label) };
}

function designatedFor({ channel, now, state }: SequencePass, { controlPlane, pools }: ClusterView) {
  if (!channel.ok) return {};
  const { upgradeTypes } = state.sequence.spec;
  const ask = (upgradeType: 'ControlPlane' | 'Node', current: KubeVersion | undefined) => {
    if (current === undefined) return undefined;
    const found = designate(channel.value.channel, {
      current,
      upgradeType,
      now,
      ...(upgradeTypes && { upgradeTypes }),
    });
    return found !== undefined && compareVersions(found, current) > 0 ? formatVersion(found) : undefined;
  };
  const lowest = lowestVersion(
    [...(pools?.values() ?? [])].flatMap(({ unit }) => (unit ? [unit.current] : [])),
  );
  const plane = ask('ControlPlane', controlPlane?.unit?.current);
  const node = ask('Node', lowest);
  if (plane === undefined && node === undefined) return {};
  return {
    target: { ...(plane !== undefined && { controlPlane: plane }), ...(node !== undefined && { node }) },
  };
}

function supportOf({ state }: SequencePass, { controlPlane }: ClusterView) {
  const current = controlPlane?.unit?.current;
  const ends = state.catalog.ok && current ? endOfSupportOf(state.catalog.value, current) : undefined;
  return ends === undefined ? {} : { endOfSupport: toRfc3339(ends) };
}

/** For a patch of the control plane, the kind of upgrade that the fewest exclusions forbid. */
function maintenanceOf(pass: SequencePass, view: ClusterView): MemberMaintenance {
  const state = pass.maintenanceOf(view, 'ControlPlanePatch');
  const policies = view.cluster.policies.map(({ name }) => name);
  const { opensAt } = state.kind === 'Open' ? { opensAt: undefined } : state;
  return {
    open: state.kind === 'Open',
    ...(opensAt !== undefined && { nextOpen: toRfc3339(opensAt) }),
    ...(state.kind === 'Open' && state.until !== undefined && { nextClose: toRfc3339(state.until) }),
    ...(policies.length > 0 && { policies }),
    ...(state.kind === 'Excluded' && { exclusions: [`${state.policy}/${state.exclusion}`] }),
  };
}

/** Newest first; of a cluster with several node pools the pool that is furthest from done. */
function rolloutsOf({ state }: SequencePass, cluster: string): readonly MemberRollout[] {
  return state.rollouts
    .flatMap(({ name, memory }) => {
      const target = memory && worstOf(targetsOf(memory, cluster));
      if (memory === undefined || target === undefined) return [];
      const number = stageNumberOf(memory, cluster) ?? 0;
      const stage = memory.progress.stages[number - 1]?.name;
      const { state: is, reason, message } = target;
      const shown = { name, ...(stage !== undefined && { stage }), state: is, reason, message };
      return [{ createdAt: memory.createdAt, shown }];
    })
    .sort((a, b) => b.createdAt - a.createdAt)
    .map(({ shown }) => shown);
}
