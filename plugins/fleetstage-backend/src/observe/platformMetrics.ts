import type { MetricsService } from '@backstage/backend-plugin-api/alpha';
import type { Clock } from '../ports';
import {
  BUCKETS,
  METRICS,
  namesPlacements,
  type MetricDefinition,
  type MetricName,
  type Metrics,
} from './metrics';
import { PassingGauge } from './PassingGauge';
import { toPlain } from './plainText';

export interface PlatformMetricsOptions {
  readonly clock: Clock;
  /** Series of placements that were not recorded again within this time are exported no more. */
  readonly forgetAfterMs: number;
}

/**
 * Our numbers in Backstage's metrics service, which is in alpha: this file alone knows it. Names and labels are those of
 * `/metrics`; where they go is the platform's business (OpenTelemetry).
 */
export function platformMetrics(service: MetricsService, options: PlatformMetricsOptions): Metrics {
  const counters = instruments('counter', (name, about) => service.createCounter(name, about));
  const gauges = instruments('gauge', (name, about, metric) => {
    if (!namesPlacements(metric)) return service.createGauge(name, about);
    const passing = new PassingGauge(options);
    service
      .createObservableGauge(name, about)
      .addCallback(result => passing.read().forEach(({ value, labels }) => result.observe(value, labels)));
    return passing;
  });
  const histograms = instruments('histogram', (name, about) =>
    service.createHistogram(name, { ...about, advice: { explicitBucketBoundaries: BUCKETS } }),
  );
  return {
    count: (name, labels, by = 1) => counters.get(name)?.add(by, toPlain({ ...labels })),
    gauge: (name, value, labels) => gauges.get(name)?.record(value, toPlain({ ...labels })),
    observe: (name, value, labels) => histograms.get(name)?.record(value, toPlain({ ...labels })),
    // Of what is recorded as it happens the service has no way to take a series back.
    forget: (name, labels) => {
      const gauge = gauges.get(name);
      if (gauge instanceof PassingGauge) gauge.forget(toPlain({ ...labels }));
    },
    forgetCluster: () => {},
  };
}

function instruments<T>(
  type: MetricDefinition['type'],
  create: (name: string, options: { description: string }, metric: MetricName) => T,
): ReadonlyMap<MetricName, T> {
  const names = (Object.keys(METRICS) as MetricName[]).filter(name => METRICS[name].type === type);
  return new Map(
    names.map(
      name => [name, create(`fleetstage_${name}`, { description: METRICS[name].help }, name)] as const,
    ),
  );
}
