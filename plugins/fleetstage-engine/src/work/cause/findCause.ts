import {
  isJsonObject,
  type JsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { cutMiddle, oneLine } from './causeText';
import { asObjects, containersOf, lastSeen, STARTING, textOf } from './podSigns';
import { pullFailure } from './pullFailure';

/** What was read on a member about a workload that is not available; texts are as the member wrote them. */
export interface WorkloadSigns {
  /** Pods of the newest revision that are not ready. */
  readonly pods: readonly KubeObject[];
  /** Warning events of the workload, its ReplicaSet and these pods, in any order. */
  readonly events: readonly KubeObject[];
  /** Resources that the credentials may not list, e.g. `pods`. */
  readonly forbidden: readonly string[];
}

/** A cause that is more specific has a lower rank. */
interface PodCause {
  readonly rank: number;
  readonly text: string;
}

/** Longest cause in characters; reasons are at its start, details at its end, and what is cut lies between. */
const MAX_CAUSE = 400;

/**
 * Why a workload does not become available, in one sentence part; undefined where nothing says why (B/AV-001). The most
 * specific cause of its pods wins, then the most frequent one; where no pod says anything, the newest warning
 * does. What a container wrote (termination messages, outputs of probes) is never repeated: it may hold Secret values.
 *
 *   2 pods that cannot pull  → ImagePullBackOff: image registry/x:bad not found (2 pods)
 *   a quota                  → FailedCreate: pods "web-1-" is forbidden: exceeded quota: compute, …
 *   pods may not be listed   → cause not readable: pods is forbidden
 */
export function findCause(signs: WorkloadSigns): string | undefined {
  const { pods, forbidden } = signs;
  const events = [...signs.events].sort((a, b) => (lastSeen(a) > lastSeen(b) ? -1 : 1));
  const causes = new Map<string, PodCause & { count: number }>();
  for (const pod of pods) {
    const cause = causeOfPod(pod, events);
    if (cause) causes.set(cause.text, { ...cause, count: (causes.get(cause.text)?.count ?? 0) + 1 });
  }
  const [worst] = [...causes.values()].sort(
    (a, b) => a.rank - b.rank || b.count - a.count || (a.text < b.text ? -1 : 1),
  );
  if (worst !== undefined && worst.rank < RANK.notReady) return say(worst);
  const [warning] = events.filter(isAboutWorkload);
  if (warning !== undefined) return cutMiddle(describeEvent(warning), MAX_CAUSE);
  if (worst !== undefined) return say(worst);
  return forbidden.length > 0
    ? `cause not readable: ${forbidden.join(' and ')} ${forbidden.length > 1 ? 'are' : 'is'} forbidden`
    : undefined;
}

const say = ({ text, count }: { readonly text: string; readonly count: number }) =>
  `${cutMiddle(text, MAX_CAUSE)}${count > 1 ? ` (${count} pods)` : ''}`;

/**
 * Why one pod does not do, by its own status: the words of {@link findCause}. `isFailing`: not only not ready yet.
 *
 *   waits with ImagePullBackOff → ImagePullBackOff: image registry/x:bad not found, failing
 */
export function causeOfOnePod(
  pod: KubeObject,
): { readonly text: string; readonly isFailing: boolean } | undefined {
  const cause = causeOfPod(pod, []);
  return cause && { text: cutMiddle(cause.text, MAX_CAUSE), isFailing: cause.rank < RANK.notReady };
}

const RANK = { waiting: 0, ended: 1, unschedulable: 2, notReady: 3 } as const;

function causeOfPod(pod: KubeObject, events: readonly KubeObject[]): PodCause | undefined {
  const status = asObject(pod.status);
  const containers = containersOf(status);
  for (const container of containers) {
    const waiting = asObject(asObject(container.state).waiting);
    const reason = textOf(waiting.reason);
    if (reason && !STARTING.has(reason))
      return { rank: RANK.waiting, text: waitingCause(container, pod, events) };
  }
  for (const container of containers) {
    const ended = asObject(asObject(container.state).terminated);
    if (typeof ended.exitCode === 'number' && ended.exitCode !== 0)
      return { rank: RANK.ended, text: `container ${textOf(container.name)} ${describeEnd(ended)}` };
  }
  const scheduled = asObjects(status.conditions).find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status === 'False') return { rank: RANK.unschedulable, text: unschedulableCause(scheduled) };
  const running = containers.find(
    container => container.ready === false && asObject(container.state).running,
  );
  return running && { rank: RANK.notReady, text: notReadyCause(running, pod, events) };
}

function waitingCause(container: JsonObject, pod: KubeObject, events: readonly KubeObject[]): string {
  const waiting = asObject(asObject(container.state).waiting);
  const reason = oneLine(textOf(waiting.reason));
  const message = textOf(waiting.message);
  if (/^(ErrImage|ImagePull|InvalidImage|ErrImageNeverPull|RegistryUnavailable)/.test(reason)) {
    const image = textOf(container.image);
    const said = events.map(event => ({ event, text: textOf(event.message) }));
    const ofImage = said.filter(
      ({ event, text }) => isAbout(event, pod) || (image && text.includes(`"${image}"`)),
    );
    return `${reason}: image ${oneLine(image)} ${pullFailure([message, ...ofImage.map(({ text }) => text)])}`;
  }
  if (reason === 'CrashLoopBackOff') {
    const ended = asObject(asObject(container.lastState).terminated);
    const restarts = typeof container.restartCount === 'number' ? container.restartCount : 0;
    const again = restarts > 0 ? `, restarted ${restarts} ${restarts === 1 ? 'time' : 'times'}` : '';
    return `${reason}: container ${oneLine(textOf(container.name))} ${describeEnd(ended)}${again}`;
  }
  return message
    ? `${reason}: ${oneLine(message)}`
    : `${reason} of container ${oneLine(textOf(container.name))}`;
}

/** `exited with code 137 (OOMKilled)`; what the program wrote at its end is left out. */
function describeEnd({ exitCode, reason }: JsonObject): string {
  const why = oneLine(textOf(reason));
  const code = typeof exitCode === 'number' ? `exited with code ${exitCode}` : 'keeps ending';
  return why && why !== 'Error' ? `${code} (${why})` : code;
}

/** Preemption is what the scheduler tried next; nobody can act on it. */
const unschedulableCause = ({ reason, message }: JsonObject) =>
  `${oneLine(textOf(reason)) || 'Unschedulable'}: ${
    oneLine(textOf(message)).replace(/\.? preemption: .*$/, '') || 'no node was found'
  }`;

/** Of an output of a probe only what the kubelet itself says is repeated. */
function notReadyCause({ name }: JsonObject, pod: KubeObject, events: readonly KubeObject[]): string {
  const unhealthy = events.find(event => event.reason === 'Unhealthy' && isAbout(event, pod));
  const [, probe] = /^(Readiness|Startup|Liveness) probe/.exec(textOf(unhealthy?.message)) ?? [];
  const [code] = /HTTP probe failed with statuscode: \d+|connection refused|i\/o timeout/.exec(
    textOf(unhealthy?.message),
  ) ?? [undefined];
  const about = `container ${oneLine(textOf(name))} runs and is not ready`;
  if (probe === undefined) return about;
  return `${about}: ${probe.toLowerCase()} probe failed${code ? ` (${code.replace('statuscode:', 'status code')})` : ''}`;
}

/** Warnings of pods are reported by the pods; only their owners report what keeps pods from being created. */
const isAboutWorkload = (event: KubeObject) => asObject(event.involvedObject).kind !== 'Pod';

const describeEvent = (event: KubeObject) =>
  [oneLine(textOf(event.reason)), oneLine(textOf(event.message)).replace(/^Error creating: /, '')]
    .filter(text => text !== '')
    .join(': ') || 'a warning without words';

const isAbout = (event: KubeObject, { metadata }: KubeObject) =>
  metadata.uid !== undefined && asObject(event.involvedObject).uid === metadata.uid;

const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
