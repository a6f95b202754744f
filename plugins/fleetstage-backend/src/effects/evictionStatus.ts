import {
  isJsonObject,
  mergeConditions,
  type Condition,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { evictionConditions } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { EVICTION, forgetEviction, loadOutcome, type DecidedRow } from '../database/evictionStore';
import { fromHubKey, toHubKey } from '../database/keys';
import { queues } from '../database/queue/queues';
import type { LabelsOf, Metrics } from '../observe/metrics';
import type { StatusSource } from './publishStatus';

type Decided = DecidedRow & { readonly generation: number };
type Series = LabelsOf<'eviction_complete_timestamp_seconds'>;

const METRIC = 'eviction_complete_timestamp_seconds';

/** Status of an eviction that was decided: both conditions in one write (C/EV-014). Nothing is said of one that waits. */
export const evictionStatus = (metrics: Metrics): StatusSource<Decided> => {
  const series = new Map<string, Series>();
  const endSeries = (key: string, name: string) => {
    const labels = series.get(key);
    if (labels !== undefined) metrics.forget(METRIC, labels);
    metrics.forget(METRIC, { name, isCompleted: 'false', isValid: 'unknown' });
    series.delete(key);
  };
  const report = (hub: string, { name, outcome, at }: Decided) => {
    const key = toHubKey(hub, name);
    const isValid = outcome.verdict === 'invalid' ? 'false' : 'true';
    endSeries(key, name);
    series.set(key, { name, isCompleted: 'true', isValid });
    metrics.gauge(METRIC, at / 1000, { name, isCompleted: 'true', isValid });
  };
  return {
    queue: queues.publishEviction,
    kindOf: () => EVICTION,
    async load(tx, key, { metadata }) {
      const row = await loadOutcome(tx, fromHubKey(key), metadata.uid ?? '');
      return row && { ...row, generation: metadata.generation ?? 0 };
    },
    project({ outcome, at, generation }, live) {
      const previous = live?.conditions as readonly Condition[] | undefined;
      const conditions = mergeConditions(previous, evictionConditions(outcome, at), { generation, now: at });
      const json: unknown = JSON.parse(JSON.stringify({ conditions }));
      return isJsonObject(json) ? json : {};
    },
    async noteWritten(_, { hub }, rows) {
      report(hub, rows);
    },
    noteSame({ hub }, rows) {
      report(hub, rows);
    },
    async noteGone(tx, { hub, name }) {
      endSeries(toHubKey(hub, name), name);
      await forgetEviction(tx, { hub, name });
    },
  };
};
