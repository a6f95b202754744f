import { cutText } from '@fleetstage/backstage-plugin-fleetstage-common';
import { planRelease } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { runLimited } from '@fleetstage/applier';
import type { KubeClient } from '@fleetstage/kube-client';
import type { WorkKey } from '../database/keys';
import type { PropagationPolicy } from '../database/placementStore';
import type { StoredWork } from '../database/workStore';
import { NoAccessError } from '../kube/Connections';
import type { EffectContext } from '../loop/effect';
import type { Clock } from '../ports';
import { abandonWork, deleteWork, listWorks } from './hubWorks';

export interface CarriedRelease extends EffectContext {
  readonly at: WorkKey;
  readonly before?: StoredWork;
  readonly deletion: PropagationPolicy;
}

export interface CarriedReleased {
  /** Absent: nothing is left to wait for. */
  readonly waitsFor?: string;
}

const WRITES = 4;

/**
 * Takes a placement off a pull member: deletes its Works, and waits for the agent to remove the objects and let go of them, but not
 * for ever (B/WG-070…073).
 *
 * @throws NoAccessError where the objects were placed directly, and no Work has told the agent of them yet
 */
export async function releaseCarried(
  client: KubeClient,
  clock: Clock,
  { at, before, deletion, signal, log }: CarriedRelease,
): Promise<CarriedReleased> {
  const works = await listWorks(client, at, signal);
  if (works.length === 0) refuseUnknown(at, before);
  const plan = planRelease(works, { deletion, cluster: at.cluster, now: clock.now() });
  switch (plan.kind) {
    case 'delete':
      await runLimited(plan.works, WRITES, async work => {
        signal.throwIfAborted();
        await (plan.cleanedBy === 'agent' ? deleteWork : abandonWork)(client, work);
      });
      return { waitsFor: plan.message };
    case 'waiting':
      return { waitsFor: plan.message };
    default:
      if (plan.pending.length > 0)
        log.warn('Released the cluster; its agent is away, and removes the objects when it is back', {
          works: cutText(plan.pending.join(', ')),
        });
      return {};
  }
}

/** Takes the Works off the hub, and nothing off the cluster: it has got credentials, and is reached directly from now on. */
export async function retireWorks(
  client: KubeClient,
  at: WorkKey,
  { signal, log }: EffectContext,
): Promise<void> {
  const works = await listWorks(client, at, signal);
  if (works.length > 0) log.info('Removing the Works of a cluster that is reached directly now');
  await runLimited(works, WRITES, async work => {
    signal.throwIfAborted();
    await abandonWork(client, work);
  });
}

/** Its credentials were taken away before a Work was written: nobody can remove what is there. */
function refuseUnknown({ placement, cluster }: WorkKey, before: StoredWork | undefined): void {
  if (before === undefined || before.carrier === 'pull' || before.inventory.objects.length === 0) return;
  throw new NoAccessError(
    `placement ${placement} has objects on member cluster ${cluster} that were placed directly, and no credentials are configured for it any more: add it to fleetstage.members again, or delete MemberCluster ${cluster} to leave them there`,
  );
}
