import type { KubeObject } from '../../contracts';
import { columns, type Printer, type RowCondition } from './Printer';
import { age } from './humanDuration';
import { NONE, isTrue, type Condition, type Container } from './parts';

interface Terminated {
  readonly exitCode?: number;
  readonly signal?: number;
  readonly reason?: string;
  readonly finishedAt?: string;
}

interface ContainerStatus {
  readonly name: string;
  readonly ready?: boolean;
  readonly started?: boolean;
  readonly restartCount?: number;
  readonly state?: {
    readonly waiting?: { readonly reason?: string };
    readonly running?: object;
    readonly terminated?: Terminated;
  };
  readonly lastState?: { readonly terminated?: Terminated };
}

interface Pod extends KubeObject {
  readonly spec?: {
    readonly containers?: readonly Container[];
    readonly initContainers?: readonly Container[];
    readonly nodeName?: string;
    readonly readinessGates?: readonly { readonly conditionType: string }[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly nominatedNodeName?: string;
    readonly podIP?: string;
    readonly podIPs?: readonly { readonly ip?: string }[];
    readonly conditions?: readonly Condition[];
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
  };
}

interface Shown {
  readonly reason: string;
  readonly ready: number;
  readonly restarts: number;
  readonly restartedAt?: string;
}

const latest = (statuses: readonly ContainerStatus[]) =>
  statuses
    .map(({ lastState }) => lastState?.terminated?.finishedAt)
    .filter(at => at !== undefined)
    .sort()
    .at(-1);

const restartsOf = (statuses: readonly ContainerStatus[]) =>
  statuses.reduce((sum, { restartCount = 0 }) => sum + restartCount, 0);

const terminatedReason = ({ reason, signal, exitCode = 0 }: Terminated) =>
  reason || (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`);

const isSidecar = (pod: Pod, name: string) =>
  pod.spec?.initContainers?.some(
    container => container.name === name && container.restartPolicy === 'Always',
  ) === true;

const isInitDone = (pod: Pod, status: ContainerStatus) =>
  status.state?.terminated?.exitCode === 0 || (isSidecar(pod, status.name) && status.started === true);

/** What the first init container that is not done is at. */
function initReason(pod: Pod): string | undefined {
  const statuses = pod.status?.initContainerStatuses ?? [];
  const i = statuses.findIndex(status => !isInitDone(pod, status));
  if (i < 0) return undefined;
  const { terminated, waiting } = statuses[i].state ?? {};
  if (terminated) return `Init:${terminatedReason(terminated)}`;
  if (waiting?.reason && waiting.reason !== 'PodInitializing') return `Init:${waiting.reason}`;
  return `Init:${i}/${pod.spec?.initContainers?.length ?? 0}`;
}

function phaseReason({ status }: Pod): string {
  const isGated = status?.conditions?.some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  if (isGated) return 'SchedulingGated';
  return status?.reason || status?.phase || '';
}

/** The first container that has something to say says it; a running one keeps a pod from being completed. */
function containersReason(pod: Pod, start: string): string {
  const statuses = pod.status?.containerStatuses ?? [];
  const hasRunning = statuses.some(({ ready, state }) => ready && state?.running && !state.waiting?.reason);
  let reason = start;
  let failure = '';
  for (const { state } of [...statuses].reverse()) {
    if (state?.waiting?.reason) reason = state.waiting.reason;
    else if (state?.terminated) {
      reason = terminatedReason(state.terminated);
      if (state.terminated.exitCode !== 0) failure = reason;
    }
  }
  if (reason !== 'Completed') return reason;
  if (hasRunning && isTrue(pod.status?.conditions, 'Ready')) return 'Running';
  return failure || (hasRunning ? 'NotReady' : reason);
}

function show(pod: Pod): Shown {
  const init = pod.status?.initContainerStatuses ?? [];
  const containers = pod.status?.containerStatuses ?? [];
  const sidecars = init.filter(({ name }) => isSidecar(pod, name));
  const readySidecars = sidecars.filter(({ ready, started }) => ready && started).length;
  const initializing = initReason(pod);
  if (initializing !== undefined && !isTrue(pod.status?.conditions, 'Initialized')) {
    return {
      reason: initializing,
      ready: readySidecars,
      restarts: restartsOf(init),
      restartedAt: latest(init),
    };
  }
  const counted = [...sidecars, ...containers];
  const ready = containers.filter(status => status.ready && status.state?.running).length;
  return {
    reason: containersReason(pod, initializing ?? phaseReason(pod)),
    ready: ready + readySidecars,
    restarts: restartsOf(counted),
    restartedAt: latest(counted),
  };
}

function podReason(pod: Pod, reason: string): string {
  const { phase = '', reason: why } = pod.status ?? {};
  if (!pod.metadata.deletionTimestamp) return reason;
  if (why === 'NodeLost') return 'Unknown';
  return phase === 'Failed' || phase === 'Succeeded' ? reason : 'Terminating';
}

function gates({ spec, status }: Pod): string {
  const all = spec?.readinessGates ?? [];
  if (all.length === 0) return NONE;
  return `${all.filter(({ conditionType }) => isTrue(status?.conditions, conditionType)).length}/${all.length}`;
}

const ROW_CONDITIONS: Readonly<Record<string, RowCondition>> = {
  Succeeded: {
    type: 'Completed',
    status: 'True',
    reason: 'Succeeded',
    message: 'The pod has completed successfully.',
  },
  Failed: { type: 'Completed', status: 'True', reason: 'Failed', message: 'The pod failed.' },
};

export const podPrinter: Printer = {
  columns: columns(
    ...['Name', 'Ready', 'Status', 'Restarts', 'Age', 'IP*', 'Node*', 'Nominated Node*', 'Readiness Gates*'],
  ),
  cells(object, now) {
    const pod = object as Pod;
    const { reason, ready, restarts, restartedAt } = show(pod);
    const sidecars =
      pod.spec?.initContainers?.filter(({ restartPolicy }) => restartPolicy === 'Always').length ?? 0;
    const total = (pod.spec?.containers?.length ?? 0) + sidecars;
    const ago = restarts > 0 && restartedAt ? ` (${age(restartedAt, now)} ago)` : '';
    const { podIPs, nominatedNodeName } = pod.status ?? {};
    return [
      ...[object.metadata.name, `${ready}/${total}`, podReason(pod, reason), `${restarts}${ago}`],
      ...[age(object.metadata.creationTimestamp, now), podIPs?.[0]?.ip || NONE, pod.spec?.nodeName || NONE],
      ...[nominatedNodeName || NONE, gates(pod)],
    ];
  },
  conditions(object) {
    const condition = ROW_CONDITIONS[(object as Pod).status?.phase ?? ''];
    return condition ? [condition] : [];
  },
};
