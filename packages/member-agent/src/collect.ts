import { instant, type Instant, type PropertyProvider } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  recordCollection,
  type Collected,
  type KnownProperties,
  type Readiness,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { observeMember, PropertyCollector } from '@fleetstage/applier';
import { KubeError, messageOf, type KubeClient } from '@fleetstage/kube-client';

/** Whose properties are collected, with the client of its own cluster. */
export interface CollectedCluster {
  readonly own: KubeClient;
  readonly member: string;
  readonly collector: PropertyCollector;
}

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

/** Core properties, namespaces, and what providers report (C/PP-001, PP-007); what cannot be read stays as it was (PP-010). */
export async function collect(
  { own, member, collector }: CollectedCluster,
  before: KnownProperties | undefined,
  now: Instant,
): Promise<KnownProperties> {
  const previous = before?.collection?.providers ?? {};
  const [seen, answers] = await Promise.all([
    observe(own),
    // Labels of the MemberCluster are on the hub, where an agent cannot read them.
    collector.collect({ name: member, labels: {}, client: own, previous }),
  ]);
  return recordCollection(before, { ...seen, answers }, now);
}

/** The property providers of an agent, in real time. */
export const collectorOf = (providers: readonly PropertyProvider[]) =>
  new PropertyCollector({
    providers,
    timeoutMs: COLLECT_TIMEOUT_MS,
    ports: { clock: { now: () => instant(Date.now()) }, timers: { after } },
  });

function after(ms: number, run: () => void) {
  const timer = setTimeout(run, ms);
  return { cancel: () => clearTimeout(timer) };
}

async function observe(own: KubeClient): Promise<Omit<Collected, 'answers'>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>(resolve => {
    timer = setTimeout(() => resolve('late'), COLLECT_TIMEOUT_MS);
  });
  try {
    const observed = await Promise.race([observeMember(own, COLLECT_TIMEOUT_MS), late]);
    if (observed !== 'late') return observed;
    const message = `the cluster has not answered within ${COLLECT_TIMEOUT_MS / 1000} s`;
    return { failure: { reason: 'TimedOut', message } };
  } catch (error) {
    const message = `the core properties could not be collected: ${messageOf(error)}`;
    return { failure: { reason: 'FleetstageCollectionFailed', message } };
  } finally {
    clearTimeout(timer);
  }
}
