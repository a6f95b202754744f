import {
  contentHash,
  derivedName,
  toRfc3339,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { AlreadyExistsError, ForbiddenError, NotFoundError, type KubeClient } from '@fleetstage/kube-client';
import { FIELD_MANAGER } from '../kube/fieldManager';
import type { Log } from '../observe/log';

const TARGET = { group: '', version: 'v1', kind: 'Event', plural: 'events', namespaced: true };
const REASON = 'FleetstageNameTooLong';

/**
 * An override has no status: what `kubectl describe` shows is an Event. One is enough for as long as the server keeps it, and so is
 * one line in the log.
 */
export async function explainLongName(
  client: KubeClient,
  { override, now, log }: { readonly override: KubeObject; readonly now: Instant; readonly log: Log },
): Promise<void> {
  const { apiVersion, kind, metadata } = override;
  const { name, namespace, uid = '' } = metadata;
  const message =
    'An override changes nothing: no label can hold its name; create it anew under one of at most 63 characters';
  const event = {
    ...{ apiVersion: 'v1', kind: 'Event', type: 'Warning', reason: REASON, message, count: 1 },
    metadata: {
      name: derivedName([name, REASON], contentHash([uid, REASON])),
      namespace: namespace ?? 'default',
    },
    involvedObject: { apiVersion, kind, name, uid, ...(namespace !== undefined && { namespace }) },
    ...{ source: { component: FIELD_MANAGER }, reportingComponent: FIELD_MANAGER },
    ...{ firstTimestamp: toRfc3339(now), lastTimestamp: toRfc3339(now) },
  };
  try {
    await client.create(event, { target: TARGET, fieldManager: FIELD_MANAGER });
  } catch (error) {
    if (error instanceof AlreadyExistsError) return;
    // Without the right, or in a namespace that is going, the log has it.
    if (!(error instanceof ForbiddenError) && !(error instanceof NotFoundError)) throw error;
  }
  log.warn(message, { override: `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}` });
}
