import type { KubeObject, LabelSelector } from '../../contracts';
import { columns, type Printer } from './Printer';
import { age, humanDuration } from './humanDuration';
import {
  NONE,
  containerImages,
  containerNames,
  isTrue,
  showLabels,
  showSelector,
  type Condition,
  type PodTemplate,
} from './parts';

interface Workload extends KubeObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: LabelSelector;
    readonly template?: PodTemplate;
  };
  readonly status?: Readonly<Record<string, number | undefined>>;
}

const count = ({ status }: Workload, field: string) => status?.[field] ?? 0;
const created = ({ metadata }: KubeObject, now: number) => age(metadata.creationTimestamp, now);
const wide = ({ spec }: Workload) => [containerNames(spec?.template), containerImages(spec?.template)];
const WIDE = ['Containers*', 'Images*'];

const deployment: Printer = {
  columns: columns('Name', 'Ready', 'Up-to-date', 'Available', 'Age', ...WIDE, 'Selector*'),
  cells(object, now) {
    const workload = object as Workload;
    const ready = `${count(workload, 'readyReplicas')}/${workload.spec?.replicas ?? 0}`;
    return [
      ...[
        object.metadata.name,
        ready,
        count(workload, 'updatedReplicas'),
        count(workload, 'availableReplicas'),
      ],
      ...[created(object, now), ...wide(workload), showSelector(workload.spec?.selector, '')],
    ];
  },
};

const replicaSet: Printer = {
  columns: columns(
    'Name',
    'Desired:integer',
    'Current:integer',
    'Ready:integer',
    'Age',
    ...WIDE,
    'Selector*',
  ),
  cells(object, now) {
    const workload = object as Workload;
    return [
      ...[object.metadata.name, workload.spec?.replicas ?? 0, count(workload, 'replicas')],
      ...[count(workload, 'readyReplicas'), created(object, now), ...wide(workload)],
      showSelector(workload.spec?.selector),
    ];
  },
};

const statefulSet: Printer = {
  columns: columns('Name', 'Ready', 'Age', ...WIDE),
  cells(object, now) {
    const workload = object as Workload;
    const ready = `${count(workload, 'readyReplicas')}/${workload.spec?.replicas ?? 0}`;
    return [object.metadata.name, ready, created(object, now), ...wide(workload)];
  },
};

const DAEMON_COUNTS = [
  ...['desiredNumberScheduled', 'currentNumberScheduled', 'numberReady'],
  ...['updatedNumberScheduled', 'numberAvailable'],
];

const daemonSet: Printer = {
  columns: columns(
    ...[
      'Name',
      'Desired:integer',
      'Current:integer',
      'Ready:integer',
      'Up-to-date:integer',
      'Available:integer',
    ],
    ...['Node Selector', 'Age', ...WIDE, 'Selector*'],
  ),
  cells(object, now) {
    const workload = object as Workload;
    return [
      ...[object.metadata.name, ...DAEMON_COUNTS.map(field => count(workload, field))],
      ...[showLabels(workload.spec?.template?.spec?.nodeSelector), created(object, now), ...wide(workload)],
      showSelector(workload.spec?.selector),
    ];
  },
};

interface Job extends KubeObject {
  readonly spec?: {
    readonly completions?: number;
    readonly parallelism?: number;
    readonly selector?: LabelSelector;
    readonly template?: PodTemplate;
  };
  readonly status?: {
    readonly succeeded?: number;
    readonly startTime?: string;
    readonly completionTime?: string;
    readonly conditions?: readonly Condition[];
  };
}

const JOB_STATES: readonly (readonly [type: string, shown: string])[] = [
  ['Complete', 'Complete'],
  ['Failed', 'Failed'],
];
const LATER_JOB_STATES = ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'];

function jobState({ metadata, status }: Job): string {
  const ended = JOB_STATES.find(([type]) => isTrue(status?.conditions, type));
  if (ended) return ended[1];
  if (metadata.deletionTimestamp) return 'Terminating';
  return LATER_JOB_STATES.find(type => isTrue(status?.conditions, type)) ?? 'Running';
}

function jobCompletions({ spec, status }: Job): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec?.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function jobDuration({ status }: Job, now: number): string {
  if (!status?.startTime) return '';
  const end = status.completionTime ? Date.parse(status.completionTime) : now;
  return humanDuration(end - Date.parse(status.startTime));
}

const job: Printer = {
  columns: columns('Name', 'Status', 'Completions', 'Duration', 'Age', ...WIDE, 'Selector*'),
  cells(object, now) {
    const run = object as Job;
    const { template, selector } = run.spec ?? {};
    return [
      ...[
        object.metadata.name,
        jobState(run),
        jobCompletions(run),
        jobDuration(run, now),
        created(object, now),
      ],
      ...[containerNames(template), containerImages(template), showSelector(selector)],
    ];
  },
};

interface CronJob extends KubeObject {
  readonly spec?: {
    readonly schedule?: string;
    readonly timeZone?: string;
    readonly suspend?: boolean;
    readonly jobTemplate?: { readonly spec?: Job['spec'] };
  };
  readonly status?: { readonly active?: readonly unknown[]; readonly lastScheduleTime?: string };
}

const cronJob: Printer = {
  columns: columns(
    ...['Name', 'Schedule', 'Timezone', 'Suspend:boolean', 'Active:integer', 'Last Schedule', 'Age'],
    ...[...WIDE, 'Selector*'],
  ),
  cells(object, now) {
    const { metadata, spec, status } = object as CronJob;
    const { template, selector } = spec?.jobTemplate?.spec ?? {};
    const suspended = spec?.suspend === undefined ? '<unset>' : printBoolean(spec.suspend);
    const last = status?.lastScheduleTime ? age(status.lastScheduleTime, now) : NONE;
    return [
      ...[
        metadata.name,
        spec?.schedule ?? '',
        spec?.timeZone ?? NONE,
        suspended,
        status?.active?.length ?? 0,
      ],
      ...[
        last,
        created(object, now),
        containerNames(template),
        containerImages(template),
        showSelector(selector),
      ],
    ];
  },
};

const replicationController: Printer = {
  columns: replicaSet.columns,
  cells(object, now) {
    const { selector, ...spec } = (object.spec ?? {}) as { readonly selector?: Record<string, string> };
    const labels = { ...spec, selector: { matchLabels: selector } };
    return replicaSet.cells({ ...object, spec: labels }, now);
  },
};

const podTemplate: Printer = {
  columns: columns('Name', 'Containers', 'Images', 'Pod Labels'),
  cells(object) {
    const { template } = object as KubeObject & { readonly template?: PodTemplate & KubeObject };
    const labels = showLabels(template?.metadata?.labels);
    return [object.metadata.name, containerNames(template), containerImages(template), labels];
  },
};

const controllerRevision: Printer = {
  columns: columns('Name', 'Controller', 'Revision', 'Age'),
  cells(object, now) {
    const owner = object.metadata.ownerReferences?.find(({ controller }) => controller === true);
    const group = owner?.apiVersion.includes('/') ? `.${owner.apiVersion.split('/')[0]}` : '';
    const shown = owner ? `${owner.kind.toLowerCase()}${group}/${owner.name}` : NONE;
    return [object.metadata.name, shown, object.revision ?? 0, created(object, now)];
  },
};

const printBoolean = (value: boolean) => (value ? 'True' : 'False');

export const workloadPrinters: Readonly<Record<string, Printer>> = {
  '/ReplicationController': replicationController,
  '/PodTemplate': podTemplate,
  'apps/ControllerRevision': controllerRevision,
  'apps/Deployment': deployment,
  'apps/ReplicaSet': replicaSet,
  'apps/StatefulSet': statefulSet,
  'apps/DaemonSet': daemonSet,
  'batch/Job': job,
  'batch/CronJob': cronJob,
};
