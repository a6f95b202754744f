import type { MemberKnownReason, MemberVersionStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { openPass, projectMemberVersion } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { NotFoundError } from '@backstage/errors';
import { loadClusterVersions } from '../../database/sequences/clusterVersionStore';
import { loadStateOfCluster } from '../../database/sequences/loadVersionsState';
import type { Answer, Asked, Schemas } from '../contract';
import { checkHub, reading, stampOf, type QueryDeps } from '../queryDeps';
import { settingsOf } from './readSequences';
import { toRolloutSummary, type ShownRollout } from './rolloutViews';
import { readShown } from './versionRollouts';

/** What the MemberVersion of a cluster says, and more of its rollouts (E §6, E/UI-003). */
export async function getClusterVersions(
  deps: QueryDeps,
  asked: Asked<'/clusters/{name}/versions'>,
): Promise<Answer<'/clusters/{name}/versions'>> {
  checkHub(deps, asked);
  const { hub, clock } = deps;
  const { name } = asked;
  const now = clock.now();
  return reading(deps, async tx => {
    const { sequence, state } = await loadStateOfCluster(tx, { hub, cluster: name }, settingsOf(deps));
    const opened = openPass(state, now);
    const view = opened.ok ? opened.value.clusters.get(name) : undefined;
    if (!opened.ok || view === undefined)
      throw new NotFoundError(`cluster "${name}" is not a member of hub "${hub}"`);
    const record = await loadClusterVersions(tx, hub, name);
    const { provider } = record ?? {};
    const status = projectMemberVersion(opened.value, view, {
      ...{ now, generation: 1 },
      ...(provider && { provider: provider.name, providerRef: `${provider.name}/${provider.id}` }),
    });
    const stage = opened.value.assignment.stages.find(({ clusters }) => clusters.includes(name));
    const names = (status.rollouts ?? []).map(one => one.name);
    const rollouts = new Map((await readShown(tx, hub, names)).map(one => [one.record.name, one]));
    const versions: Schemas['ClusterVersions'] = {
      ...(sequence !== undefined && { sequence }),
      ...(stage && { stage: stage.name, stageNumber: stage.number }),
      ...toVersions(status, record?.unmanaged),
      rollouts: toRollouts(status, rollouts),
    };
    return { ...stampOf(deps), versions };
  });
}

function toVersions(status: MemberVersionStatus, unmanaged: string | undefined) {
  const { controlPlane, nodePools = [], target, maintenance = {}, conditions = [] } = status;
  const { fleet, channel, provider, providerRef, endOfSupport, observedAt } = status;
  const known = conditions.find(({ type }) => type === 'Known');
  const message = unmanaged ?? (known?.status === 'True' ? undefined : known?.message);
  const { open, nextOpen, nextClose, policies = [], exclusions = [] } = maintenance;
  return {
    ...defined({ fleet, channel, provider, providerRef, endOfSupport, observedAt, message }),
    known: (known?.reason ?? 'ProviderUnavailable') as MemberKnownReason,
    ...(controlPlane && { controlPlane: unitOf(controlPlane) }),
    nodePools: nodePools.map(({ name, versions = [], ...unit }) => {
      const { version: _, ...shown } = unitOf(unit);
      return { name, versions: versions.map(one => ({ ...one })), ...shown };
    }),
    ...(target && { target: { ...target } }),
    maintenance: {
      ...defined({ isOpen: open, nextOpen, nextClose }),
      policies: [...policies],
      exclusions: [...exclusions],
    },
  };
}

const unitOf = ({ version, desired, upgrading, healthy }: NonNullable<MemberVersionStatus['controlPlane']>) =>
  defined({ version, desired, isUpgrading: upgrading, isHealthy: healthy });

/** Without fields that have no value. */
const defined = <T extends object>(fields: T): { [Key in keyof T]?: NonNullable<T[Key]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: NonNullable<T[Key]>;
  };

const toRollouts = (
  { rollouts = [] }: MemberVersionStatus,
  shown: ReadonlyMap<string, ShownRollout>,
): Schemas['ClusterRollout'][] =>
  rollouts.flatMap(({ name, stage, state, reason, message }) => {
    const rollout = shown.get(name);
    if (rollout === undefined) return [];
    return [{ name, state, ...defined({ stage, reason, message }), rollout: toRolloutSummary(rollout) }];
  });
