import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  recordCollection,
  type Collected,
  type KnownProperties,
  type Readiness,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { observeMember } from '@fleetstage/applier';
import { KubeError, messageOf, type KubeClient } from '@fleetstage/kube-client';

const PROBE_TIMEOUT_MS = 5_000;
/** C/PP-010. */
const COLLECT_TIMEOUT_MS = 10_000;

/** C/MC-037. */
export async function probe(own: KubeClient): Promise<Readiness> {
  try {
    await own.raw('/readyz', { timeoutMs: PROBE_TIMEOUT_MS });
    return { kind: 'ready' };
  } catch (error) {
    const statusCode = error instanceof KubeError ? error.status?.code : undefined;
    return statusCode === undefined
      ? { kind: 'unreachable', message: messageOf(error) }
      : { kind: 'unready', statusCode };
  }
}

/** Core properties and namespaces (C/PP-007); what cannot be read stays as it was (PP-010). */
export async function collect(
  own: KubeClient,
  before: KnownProperties | undefined,
  now: Instant,
): Promise<KnownProperties> {
  return recordCollection(before, await observe(own), now);
}

async function observe(own: KubeClient): Promise<Collected> {
  const answers = new Map<string, never>();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>(resolve => {
    timer = setTimeout(() => resolve('late'), COLLECT_TIMEOUT_MS);
  });
  try {
    const observed = await Promise.race([observeMember(own, COLLECT_TIMEOUT_MS), late]);
    if (observed !== 'late') return { ...observed, answers };
    const message = `the cluster has not answered within ${COLLECT_TIMEOUT_MS / 1000} s`;
    return { failure: { reason: 'TimedOut', message }, answers };
  } catch (error) {
    const message = `the core properties could not be collected: ${messageOf(error)}`;
    return { failure: { reason: 'FleetstageCollectionFailed', message }, answers };
  } finally {
    clearTimeout(timer);
  }
}
