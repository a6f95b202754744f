import { stagedKindsOfKey, type Condition } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KubeClient } from '@fleetstage/kube-client';
import { ConflictError, NotFoundError } from '@fleetstage/kube-client';
import { loadApproval, loadDesiredApproval, type Approval } from '../database/approvalStore';
import { fromHubKey } from '../database/keys';
import { loadObject } from '../database/mirrorStore';
import { queues } from '../database/queue/queues';
import { approvalObject } from '../database/stagedObjects';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { clientName, targetOf } from '../kube/targetOf';
import { writeDecision, type DecidedRequest } from '../kube/writeDecision';
import type { Effect } from '../loop/effect';
import type { Clock } from '../ports';
import { askCluster } from './kubeErrors';

interface DecisionInput {
  readonly request: DecidedRequest;
  readonly decision: Approval;
  readonly runUid: string;
  /** The request shows the rejection already, and that is written last: the run was stopped. */
  readonly isShown: boolean;
}

/**
 * Finishes what a command has decided and a crash, or a silent hub, has left half-done: the request on the hub shows the
 * decision, and a rejected run is stopped. Most of the time the command has done it, and nothing is left.
 */
export function propagateApproval({
  client,
  clock,
}: {
  readonly client: () => Promise<KubeClient>;
  readonly clock: Clock;
}): Effect<DecisionInput, void> {
  return {
    name: queues.propagateApproval,
    async load(tx, key) {
      const { hub, name } = fromHubKey(key);
      const desired = await loadDesiredApproval(tx, hub, name);
      const object = await loadObject(tx, approvalObject({ hub, name }));
      const uid = object?.metadata.uid;
      if (desired === undefined || desired.want === 'absent' || uid === undefined) return undefined;
      const { run, stage, task, runUid } = desired;
      const decision = await loadApproval(tx, hub, { run, stage, task, requestUid: uid });
      if (decision === undefined) return undefined;
      const { conditions = [] } = (object?.status ?? {}) as { conditions?: readonly Condition[] };
      const isShown = conditions.some(one => one.type === 'FleetstageRejected' && one.status === 'True');
      return { request: { key: name, uid }, decision, runUid, isShown };
    },
    run: ({ request, decision, runUid, isShown }, { log }) =>
      askCluster(`write the decision on approval request ${request.key}`, async () => {
        const api = await client();
        if (decision.verdict === 'rejected' && !isShown) await stopRun(api, decision.run, runUid);
        const outcome = await writeDecision(api, request, decision, clock.now());
        if (outcome === 'written')
          log.info('Wrote a decision on an approval to the hub', { run: decision.run });
      }),
    async record() {},
  };
}

/** A run that is gone, or was recreated, is not the rejected one. */
async function stopRun(client: KubeClient, key: string, uid: string): Promise<void> {
  try {
    const body = { metadata: { uid }, spec: { state: 'Stop' } };
    await client.patch(targetOf(stagedKindsOfKey(key).run), clientName(key), {
      patch: { type: 'merge', body },
      fieldManager: FIELD_MANAGER,
    });
  } catch (error) {
    if (!(error instanceof NotFoundError) && !(error instanceof ConflictError)) throw error;
  }
}
