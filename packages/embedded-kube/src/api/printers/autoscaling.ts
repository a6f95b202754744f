import type { KubeObject } from '../../contracts';
import { columns, type Printer } from './Printer';
import { age } from './humanDuration';

interface MetricValue {
  readonly averageValue?: string;
  readonly averageUtilization?: number;
  readonly value?: string;
}

interface Metric {
  readonly name?: string;
  readonly target?: MetricValue;
  readonly current?: MetricValue;
}

type MetricSource = { readonly type: string } & Readonly<Record<string, Metric | string | undefined>>;

interface Autoscaler extends KubeObject {
  readonly spec?: {
    readonly scaleTargetRef?: { readonly kind: string; readonly name: string };
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly metrics?: readonly MetricSource[];
  };
  readonly status?: { readonly currentReplicas?: number; readonly currentMetrics?: readonly MetricSource[] };
}

const UNKNOWN = '<unknown>';
const MAX_METRICS = 2;

const percent = (value: number | undefined, otherwise: string) =>
  value === undefined ? otherwise : `${value}%`;

/** `ContainerResource` has its numbers under `containerResource`. */
function partOf(source: MetricSource | undefined): Metric {
  const name = source ? `${source.type[0].toLowerCase()}${source.type.slice(1)}` : '';
  const part = source?.[name];
  return typeof part === 'object' ? part : {};
}

function showMetric(source: MetricSource, state: MetricSource | undefined): string {
  const { name, target = {} } = partOf(source);
  const { current } = partOf(state);
  const average = current?.averageValue ?? UNKNOWN;
  if (source.type === 'Resource' || source.type === 'ContainerResource') {
    if (target.averageValue !== undefined) return `${name}: ${average}/${target.averageValue}`;
    return `${name}: ${percent(current?.averageUtilization, UNKNOWN)}/${percent(target.averageUtilization, '<auto>')}`;
  }
  if (source.type === 'Pods') return `${average}/${target.averageValue}`;
  if (target.averageValue !== undefined) return `${average}/${target.averageValue} (avg)`;
  return `${current?.value ?? UNKNOWN}/${target.value}`;
}

function showMetrics({ spec, status }: Autoscaler): string {
  const metrics = spec?.metrics ?? [];
  if (metrics.length === 0) return '<none>';
  const shown = metrics
    .slice(0, MAX_METRICS)
    .map((metric, i) => showMetric(metric, status?.currentMetrics?.[i]));
  const more = metrics.length > MAX_METRICS ? ` + ${metrics.length - MAX_METRICS} more...` : '';
  return `${shown.join(', ')}${more}`;
}

export const autoscalerPrinter: Printer = {
  columns: columns('Name', 'Reference', 'Targets', 'MinPods', 'MaxPods', 'Replicas', 'Age'),
  cells(object, now) {
    const item = object as Autoscaler;
    const { scaleTargetRef, minReplicas, maxReplicas = 0 } = item.spec ?? {};
    return [
      ...[object.metadata.name, `${scaleTargetRef?.kind}/${scaleTargetRef?.name}`, showMetrics(item)],
      ...[
        minReplicas === undefined ? '<unset>' : String(minReplicas),
        maxReplicas,
        item.status?.currentReplicas ?? 0,
      ],
      age(object.metadata.creationTimestamp, now),
    ];
  },
};
