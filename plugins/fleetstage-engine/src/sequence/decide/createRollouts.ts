import {
  isSameJson,
  type UpgradeType,
  type VersionRolloutSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import { countOf } from '../../words';
import {
  designatedVersions,
  type VersionDesignation,
  type VersionedCluster,
} from '../catalog/designatedVersions';
import { holdsStage } from '../eligibility/targetVerdict';
import type { SequencePass } from '../facts/sequencePass';
import { followTargets } from '../rollout/followTargets';
import { newRolloutMemory } from '../rollout/newRollout';
import type { OpenRollout, SequenceLedger } from '../rollout/sequenceLedger';
import { isActive } from '../rollout/stagePhase';
import { targetsOf } from '../rollout/targetIndex';
import type { TargetMemory } from '../state/rolloutMemory';
import { compareVersions } from '../versions/compareVersions';
import { formatVersion, parseVersion, type KubeVersion } from '../versions/version';

const designations = new WeakMap<SequencePass, readonly VersionDesignation[]>();

/** What is designated now for clusters of the sequence, of both types, the highest version of each first; the same in a pass. */
export function designationsOf(pass: SequencePass): readonly VersionDesignation[] {
  const known = designations.get(pass) ?? findDesignations(pass);
  designations.set(pass, known);
  return known;
}

function findDesignations({
  state,
  channel,
  assignment,
  clusters,
  now,
}: SequencePass): readonly VersionDesignation[] {
  if (!channel.ok) return [];
  const { upgradeTypes, target } = state.sequence.spec;
  const wanted = target && parseVersion(target.version);
  const known = assignment.stages.flatMap(stage =>
    stage.clusters.map((name): VersionedCluster => {
      const view = clusters.get(name);
      const controlPlane = view?.controlPlane?.unit?.current;
      const pools = [...(view?.pools?.values() ?? [])].flatMap(({ unit }) => (unit ? [unit.current] : []));
      return { name, ...(controlPlane && { controlPlane }), nodePools: pools };
    }),
  );
  return designatedVersions({
    channel: channel.value.channel,
    clusters: known,
    now,
    ...(upgradeTypes && { upgradeTypes }),
    ...(wanted?.ok && { target: wanted.value }),
  });
}

/** Creates what is designated and has no rollout (D/RO-001, RO-002); only the catalogue and `spec.target` start any (E/VC-007). */
export function createRollouts(
  pass: SequencePass,
  ledger: SequenceLedger,
  types: readonly UpgradeType[],
): void {
  ledger.remind(pass.nextDesignationAt);
  const designated = designationsOf(pass);
  reportDesignations(ledger, designated);
  if (pass.state.sequence.spec.suspend === true) return;
  for (const designation of designated) {
    if (!types.includes(designation.upgradeType) || !isMissing(ledger, designation)) continue;
    const [base, repetition] = baseOf(pass, ledger, designation);
    const rollout = planRollout(pass, designation, nameOf(base, repetition));
    if (!hasWork(pass, ledger, rollout)) continue;
    const { version, upgradeType, clusters } = designation;
    const message = `${formatVersion(version)} is rolled out to ${upgradeType === 'Node' ? 'nodes' : 'control planes'}; it is designated for ${countOf(clusters.length, 'cluster')}.`;
    ledger.add(rollout, [{ event: 'RolloutCreated', message }]);
    const memory = ledger.memory();
    ledger.saveMemory({ ...memory, repetitions: { ...memory.repetitions, [base]: repetition } });
  }
}

function reportDesignations(ledger: SequenceLedger, found: readonly VersionDesignation[]): void {
  const memory = ledger.memory();
  const keys = found.map(({ upgradeType, version }) => `${upgradeType} ${formatVersion(version)}`);
  const designated = keys.sort(compareText);
  if (isSameJson(designated, memory.designated)) return;
  const fresh = designated.filter(key => !memory.designated.includes(key));
  ledger.saveMemory(
    { ...memory, designated },
    fresh.map(key => ({ event: 'VersionDesignated' as const, message: `${key} is designated.` })),
  );
}

const isSameVersion = (
  { spec, version }: OpenRollout,
  designation: Pick<VersionDesignation, 'upgradeType' | 'version'>,
) => spec.upgradeType === designation.upgradeType && compareVersions(version, designation.version) === 0;

/** No rollout of it is active, nobody has ended one, and none has made way for a version that is on its way still. */
function isMissing(ledger: SequenceLedger, designation: VersionDesignation): boolean {
  const { upgradeType, version } = designation;
  const isStopped = ledger
    .memory()
    .stopped.some(one => one.upgradeType === upgradeType && one.version === formatVersion(version));
  return (
    !isStopped &&
    ledger
      .rollouts()
      .filter(rollout => isSameVersion(rollout, designation))
      .every(({ memory }) => {
        const by = memory.supersededBy === undefined ? undefined : ledger.rollout(memory.supersededBy);
        return !isActive(memory) && !(by !== undefined && isActive(by.memory));
      })
  );
}

function planRollout(
  { state, now }: SequencePass,
  designation: VersionDesignation,
  name: string,
): OpenRollout {
  const { spec, name: sequence } = state.sequence;
  const isUser = designation.source === 'User';
  const rolloutSpec: VersionRolloutSpec = {
    sequence,
    upgradeType: designation.upgradeType,
    version: formatVersion(designation.version),
    trigger: isUser ? 'User' : 'System',
    intent: 'Regular',
  };
  const { upgradeTypes } = spec;
  return {
    name,
    generation: 1,
    spec: rolloutSpec,
    version: designation.version,
    isNew: true,
    memory: newRolloutMemory(spec, { now, ...(upgradeTypes && !isUser && { upgradeTypes }) }),
  };
}

/** `bank-cp-1-30-14-gke-1150000`, and `-2`, `-3` for a repetition (E/RO-001). A name is not used twice, nor one that is taken. */
function baseOf(
  { state }: SequencePass,
  ledger: SequenceLedger,
  { upgradeType, version }: VersionDesignation,
): readonly [base: string, repetition: number] {
  const slug = formatVersion(version)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const base = `${state.sequence.name}-${upgradeType === 'ControlPlane' ? 'cp' : 'np'}-${slug}`;
  const taken = new Set([...state.rollouts, ...ledger.rollouts()].map(({ name }) => name));
  let repetition = (ledger.memory().repetitions[base] ?? 0) + 1;
  while (taken.has(nameOf(base, repetition))) repetition += 1;
  return [base, repetition];
}

const nameOf = (base: string, repetition: number) => (repetition === 1 ? base : `${base}-${repetition}`);

/**
 * A target is eligible, and no earlier rollout of the version has dealt with it: what is late is that rollout's still, what was
 * skipped or set back by hand stays so, and what the provider refused waits until the cluster changes (D/EL-015, MW-007).
 */
function hasWork(pass: SequencePass, ledger: SequenceLedger, rollout: OpenRollout): boolean {
  const finished = ledger
    .rollouts()
    .filter(other => isSameVersion(other, { ...rollout.spec, version: rollout.version }))
    .filter(({ memory }) => memory.phase === 'Completed' && memory.isClosed !== true);
  return eligibleTargets(pass, ledger, rollout).some(
    ({ cluster, nodePool }) =>
      !finished.some(({ memory }) =>
        targetsOf(memory, cluster).some(one => one.nodePool === nodePool && isDealtWith(pass, one)),
      ),
  );
}

function isDealtWith({ clusters }: SequencePass, target: TargetMemory): boolean {
  const { state, refusal, cluster } = target;
  if (state === 'Ineligible')
    return refusal !== undefined && refusal.generation === clusters.get(cluster)?.generation;
  return state !== 'Removed';
}

/** Nodes follow the control planes: the cluster's has the version (D/RO-002). */
function eligibleTargets(
  pass: SequencePass,
  ledger: SequenceLedger,
  rollout: OpenRollout,
): readonly TargetMemory[] {
  const isNode = rollout.spec.upgradeType === 'Node';
  return followTargets({ pass, ledger, rollout }).targets.filter(
    target => holdsStage(target) && (!isNode || reaches(pass, target.cluster, rollout.version)),
  );
}

/** Whether any cluster could be given the designated version now. */
export const isEligible = (
  pass: SequencePass,
  ledger: SequenceLedger,
  designation: VersionDesignation,
): boolean => eligibleTargets(pass, ledger, planRollout(pass, designation, '')).length > 0;

function reaches({ clusters }: SequencePass, cluster: string, version: KubeVersion): boolean {
  const plane = clusters.get(cluster)?.controlPlane?.unit?.current;
  return plane !== undefined && compareVersions(plane, version) >= 0;
}
