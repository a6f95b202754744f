import type { KubeClient } from '@fleetstage/kube-client';
import type { QueueSpec } from '../../loop/QueueWorker';
import { effectSpec, type LoopDeps } from '../../loop/runWorkers';
import type { SequencesSettings } from '../../sequenceSettings';
import { publishStatus } from '../publishStatus';
import { ensureVersionRollout } from './ensureVersionRollout';
import { publishMemberVersions } from './publishMemberVersions';
import { publishSequenceEvents } from './publishSequenceEvents';
import { catalogStatus, policyStatus, sequenceStatus, versionRolloutStatus } from './sequenceStatuses';

export interface SequenceEffectsDeps {
  readonly settings: SequencesSettings;
  readonly client: () => Promise<KubeClient>;
  readonly limits: Parameters<typeof effectSpec>[2];
}

/** What sequences of versions have written to the hub: Rollouts, MemberVersions, statuses and Events. */
export function sequenceEffects(
  loop: LoopDeps,
  { settings, client, limits }: SequenceEffectsDeps,
): QueueSpec[] {
  const { clock } = loop.ports;
  return [
    effectSpec(loop, ensureVersionRollout(client), limits),
    effectSpec(loop, publishStatus(client, sequenceStatus(clock, settings)), limits),
    effectSpec(loop, publishStatus(client, versionRolloutStatus(clock)), limits),
    effectSpec(loop, publishStatus(client, catalogStatus(clock)), limits),
    effectSpec(loop, publishStatus(client, policyStatus(clock)), limits),
    effectSpec(loop, publishSequenceEvents(client, clock), limits),
    effectSpec(loop, publishMemberVersions(client, clock, settings), limits),
  ];
}
