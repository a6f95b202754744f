/** What a real server takes from a built-in object and advises against. */
import type { KubeObject } from '../contracts';
import { listIn, structIn, type Draft } from './builtinDraft';
import { parseQuantity } from './builtinScalars';

/** Where a kind has its pods' template. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
  DaemonSet: ['spec', 'template'],
  Deployment: ['spec', 'template'],
  Job: ['spec', 'template'],
  Pod: [],
  ReplicaSet: ['spec', 'template'],
  StatefulSet: ['spec', 'template'],
};

const NANO = 1_000_000_000n;
const IN_BYTES = ['memory', 'ephemeral-storage'];

function resourceWarnings(container: Draft, path: string): string[] {
  const resources = structIn(container, 'resources');
  return ['limits', 'requests'].flatMap(field =>
    IN_BYTES.flatMap(name => {
      const amount = structIn(resources, field)?.[name];
      const nano = amount === undefined ? 0n : (parseQuantity(String(amount))?.nano ?? 0n);
      if (nano % NANO === 0n) return [];
      const shown = JSON.stringify(amount);
      return [
        `${path}.resources.${field}[${name}]: fractional byte value ${shown} is invalid, must be an integer`,
      ];
    }),
  );
}

function variableWarnings(container: Draft, path: string): string[] {
  const names = new Set<unknown>();
  return listIn(container, 'env').flatMap(({ name }, index) => {
    const isKnown = names.has(name);
    names.add(name);
    if (!isKnown) return [];
    const shown = JSON.stringify(name);
    return [
      `${path}.env[${index}]: hides previous definition of ${shown}, which may be dropped when using apply`,
    ];
  });
}

/** Who selects a port by its name gets the first. */
function portNameWarnings(containers: readonly (readonly [Draft, string])[]): string[] {
  const known = new Map<unknown, string>();
  return containers.flatMap(([container, path]) =>
    listIn(container, 'ports').flatMap(({ name }, index) => {
      if (!name) return [];
      const here = `${path}.ports[${index}]`;
      const there = known.get(name);
      if (there === undefined) known.set(name, here);
      if (there === undefined) return [];
      return [
        `${here}: duplicate port name ${JSON.stringify(name)} with ${there}, services and probes that select ports by name will use ${there}`,
      ];
    }),
  );
}

/** Ports of all containers: a pod has one address. */
function portWarnings(containers: readonly (readonly [Draft, string])[]): string[] {
  const known = new Map<string, string[]>();
  return containers.flatMap(([container, path]) =>
    listIn(container, 'ports').flatMap(({ containerPort, protocol }, index) => {
      const key = `${protocol}/${containerPort}`;
      const here = `${path}.ports[${index}]`;
      const before = known.get(key) ?? [];
      known.set(key, [...before, here]);
      return before.map(there => `${here}: duplicate port definition with ${there}`);
    }),
  );
}

const OLD_LABELS: Readonly<Record<string, readonly [since: string, instead: string]>> = {
  'beta.kubernetes.io/arch': ['v1.14', 'kubernetes.io/arch'],
  'beta.kubernetes.io/os': ['v1.14', 'kubernetes.io/os'],
  'failure-domain.beta.kubernetes.io/region': ['v1.17', 'topology.kubernetes.io/region'],
  'failure-domain.beta.kubernetes.io/zone': ['v1.17', 'topology.kubernetes.io/zone'],
  'beta.kubernetes.io/instance-type': ['v1.17', 'node.kubernetes.io/instance-type'],
};

function selectorWarnings(spec: Draft | undefined, path: string): string[] {
  return Object.keys(structIn(spec, 'nodeSelector') ?? {})
    .sort()
    .flatMap(key => {
      if (!Object.hasOwn(OLD_LABELS, key)) return [];
      const [since, instead] = OLD_LABELS[key];
      return [
        `${path}.nodeSelector[${key}]: deprecated since ${since}; use ${JSON.stringify(instead)} instead`,
      ];
    });
}

const CRITICAL = 'scheduler.alpha.kubernetes.io/critical-pod';

function annotationWarnings(metadata: Draft | undefined, path: string): string[] {
  if (structIn(metadata, 'annotations')?.[CRITICAL] === undefined) return [];
  const rule = 'non-functional in v1.16+; use the "priorityClassName" field instead';
  return [`${path}.annotations[${CRITICAL}]: ${rule}`];
}

function podWarnings(spec: Draft | undefined, path: string): string[] {
  const grace = spec?.terminationGracePeriodSeconds;
  const containers = ['initContainers', 'containers'].flatMap(field =>
    listIn(spec, field).map((container, index) => [container, `${path}.${field}[${index}]`] as const),
  );
  return [
    ...selectorWarnings(spec, path),
    ...containers.flatMap(([container, at]) => [
      ...resourceWarnings(container, at),
      ...variableWarnings(container, at),
    ]),
    ...portWarnings(containers),
    ...portNameWarnings(containers),
    ...(typeof grace === 'number' && grace < 0
      ? [
          `${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
        ]
      : []),
  ];
}

function serviceWarnings(spec: Draft | undefined): string[] {
  const isSticky = spec?.clusterIP === 'None' && spec.sessionAffinity === 'ClientIP';
  return isSticky ? ['spec.SessionAffinity is ignored for headless services'] : [];
}

/** @param previous absent on create; a change that leaves the specification alone is not advised on */
export function warnBuiltin(
  kind: string,
  next: KubeObject,
  previous: KubeObject | undefined,
): readonly string[] {
  const object = next as unknown as Draft;
  if (kind === 'Service') return serviceWarnings(structIn(object, 'spec'));
  const path = TEMPLATES[kind];
  if (path === undefined) return [];
  const isSame = previous !== undefined && next.metadata.generation === previous.metadata.generation;
  if (isSame) return [];
  const owner = path.reduce<Draft | undefined>((parent, field) => structIn(parent, field), object);
  return [
    ...podWarnings(structIn(owner, 'spec'), [...path, 'spec'].join('.')),
    ...annotationWarnings(structIn(owner, 'metadata'), [...path, 'metadata'].join('.')),
  ];
}
