import type { MetricsService } from '@backstage/backend-plugin-api/alpha';
import { BUCKETS, METRICS, type MetricDefinition, type MetricName, type Metrics } from './metrics';

/**
 * Our numbers in Backstage's metrics service, which is in alpha: this file alone knows it. Names and labels are those of
 * `/metrics`; where they go is the platform's business (OpenTelemetry).
 */
export function platformMetrics(service: MetricsService): Metrics {
  const counters = instruments('counter', (name, options) => service.createCounter(name, options));
  const gauges = instruments('gauge', (name, options) => service.createGauge(name, options));
  const histograms = instruments('histogram', (name, options) =>
    service.createHistogram(name, { ...options, advice: { explicitBucketBoundaries: BUCKETS } }),
  );
  return {
    count: (name, labels, by = 1) => counters.get(name)?.add(by, { ...labels }),
    gauge: (name, value, labels) => gauges.get(name)?.record(value, { ...labels }),
    observe: (name, value, labels) => histograms.get(name)?.record(value, { ...labels }),
    // The service has no way to take a series back.
    forget: () => {},
    forgetCluster: () => {},
  };
}

function instruments<T>(
  type: MetricDefinition['type'],
  create: (name: string, options: { description: string }) => T,
): ReadonlyMap<MetricName, T> {
  const names = (Object.keys(METRICS) as MetricName[]).filter(name => METRICS[name].type === type);
  return new Map(
    names.map(name => [name, create(`fleetstage_${name}`, { description: METRICS[name].help })] as const),
  );
}
