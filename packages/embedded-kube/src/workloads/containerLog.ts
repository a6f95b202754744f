import type { KubeObject } from '../contracts';

interface Terminated {
  readonly exitCode?: number;
  readonly startedAt?: string;
  readonly finishedAt?: string;
}

interface ContainerStatus {
  readonly name: string;
  readonly state?: {
    readonly waiting?: { readonly reason?: string };
    readonly running?: { readonly startedAt?: string };
    readonly terminated?: Terminated;
  };
  readonly lastState?: { readonly terminated?: Terminated };
}

interface LoggedPod extends KubeObject {
  readonly spec: {
    readonly containers: readonly { readonly name: string }[];
    readonly initContainers?: readonly { readonly name: string }[];
  };
  readonly status?: {
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
  };
}

/** When a container ran, in milliseconds. */
export interface Ran {
  readonly from: number;
  /** Absent: it runs. */
  readonly until?: number;
  readonly exitCode?: number;
}

/** A container has written so many lines, or why there is no log of it. */
export type ContainerLog = { readonly ran: Ran } | { readonly refusal: string };

/** A simulated container writes a line so often. */
const LINE_EVERY_MS = 2_000;

/** The container whose log is asked for; `refusal`: there is none of that name, or several. */
export function containerOf(
  object: KubeObject,
  asked: string,
): { readonly container: string } | { readonly refusal: string } {
  const { metadata, spec } = object as LoggedPod;
  const names = spec.containers.map(({ name }) => name);
  const all = [...names, ...(spec.initContainers ?? []).map(({ name }) => name)];
  if (asked !== '')
    return all.includes(asked)
      ? { container: asked }
      : { refusal: `container ${asked} is not valid for pod ${metadata.name}` };
  if (names.length === 1) return { container: names[0] };
  const choice = `choose one of: [${names.join(' ')}]`;
  return { refusal: `a container name must be specified for pod ${metadata.name}, ${choice}` };
}

/** When the container ran, or the one before it, in the words of a kubelet where there is nothing to read. */
export function logOf(object: KubeObject, container: string, isPrevious: boolean): ContainerLog {
  const { metadata, status } = object as LoggedPod;
  const named = `container ${JSON.stringify(container)} in pod ${JSON.stringify(metadata.name)}`;
  const found = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])].find(
    ({ name }) => name === container,
  );
  if (found === undefined) return { refusal: `${named} is not available` };
  const { state, lastState } = found;
  if (isPrevious)
    return lastState?.terminated
      ? { ran: toRan(lastState.terminated) }
      : { refusal: `previous terminated ${named} not found` };
  if (state?.running) return { ran: { from: Date.parse(state.running.startedAt ?? '') || 0 } };
  const terminated = state?.terminated ?? lastState?.terminated;
  if (terminated) return { ran: toRan(terminated) };
  return { refusal: `${named} is waiting to start: ${whyWaiting(state?.waiting?.reason)}` };
}

function whyWaiting(reason = 'ContainerCreating'): string {
  if (reason === 'ErrImagePull') return "image can't be pulled";
  if (reason === 'ImagePullBackOff') return 'trying and failing to pull image';
  return reason;
}

const toRan = ({ startedAt = '', finishedAt = '', exitCode = 0 }: Terminated): Ran => ({
  from: Date.parse(startedAt) || 0,
  until: Date.parse(finishedAt) || 0,
  exitCode,
});

/** Lines that are written by this time, in milliseconds. */
export function linesBy({ from, until, exitCode }: Ran, now: number): number {
  const ran = Math.max(0, (until ?? now) - from);
  return 1 + Math.floor(ran / LINE_EVERY_MS) + (exitCode === undefined ? 0 : 1);
}

/** Line `i` of all that are written by `now`; the same one whenever it is asked for. */
export function lineOf(ran: Ran, container: string, i: number): { readonly at: Date; readonly text: string } {
  const { from, until, exitCode } = ran;
  const at = new Date(Math.min(from + i * LINE_EVERY_MS, until ?? Infinity));
  if (i === 0) return { at, text: `${container} started` };
  if (until !== undefined && i === linesBy(ran, until) - 1)
    return { at: new Date(until), text: `${container} exited with code ${exitCode ?? 0}` };
  // A number that seems random, and is the same at each reading.
  return { at, text: `GET /healthz 200 ${1 + ((i * 7) % 11)}ms` };
}
