import {
  decidedConditions,
  isJsonObject,
  stagedKindsOfKey,
  type Condition,
  type DecisionToWrite,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { ConflictError, type KubeClient, type KubeObject } from '@fleetstage/kube-client';
import { FIELD_MANAGER } from './fieldManager';
import { clientName, targetOf } from './targetOf';

export interface DecidedRequest {
  /** `name`, or `namespace/name`. */
  readonly key: string;
  /** A later request of the same name is none of this decision's business. */
  readonly uid: string;
}

const TRIES = 3;

/**
 * Makes the status of a request show the decision: reads it, writes what differs, guarded by the version that was read.
 * Repeatable. `gone`: the request does not exist any more, or is another one.
 */
export async function writeDecision(
  client: KubeClient,
  request: DecidedRequest,
  decision: DecisionToWrite,
  now: Instant,
): Promise<'written' | 'alreadySo' | 'gone'> {
  const target = targetOf(stagedKindsOfKey(request.key).approval);
  const name = clientName(request.key);
  for (let tried = 1; ; tried += 1) {
    const live = await client.find(target, name);
    if (live === undefined || live.metadata.uid !== request.uid) return 'gone';
    const before = conditionsOf(live);
    const conditions = decidedConditions(before, decision, {
      generation: live.metadata.generation ?? 1,
      now,
    });
    if (JSON.stringify(conditions) === JSON.stringify(before)) return 'alreadySo';
    const body = { metadata: { resourceVersion: live.metadata.resourceVersion }, status: { conditions } };
    try {
      await client.patch(target, name, {
        patch: { type: 'merge', body },
        subresource: 'status',
        fieldManager: FIELD_MANAGER,
      });
      return 'written';
    } catch (error) {
      // Somebody wrote between our read and our write; what the decision means to the newer object is determined anew.
      if (!(error instanceof ConflictError) || tried === TRIES) throw error;
    }
  }
}

/** The conditions of an object as its CRD shapes them. */
export function conditionsOf({ status }: KubeObject): readonly Condition[] {
  const conditions = isJsonObject(status) ? status.conditions : undefined;
  return Array.isArray(conditions) ? (conditions as Condition[]) : [];
}
