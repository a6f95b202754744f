import type { JsonObject, PlacementStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  FINALIZERS_REMOVED,
  firstUnmet,
  isStatusAccessible,
  kubeEvents,
  type PlacementFacts,
  type PlacementStatusInput,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { endEvents, recordEvents } from '../database/eventStore';
import type { DesiredFinalizer } from '../database/finalizerStore';
import { toHubKey } from '../database/keys';
import { isPlacementKind } from '../database/placementObject';
import { wake } from '../database/wakes';
import type { LabelsOf, Metrics } from '../observe/metrics';
import type { Clock } from '../ports';
import type { StatusSource } from './publishStatus';

type Notes = Required<Pick<StatusSource<PlacementStatusInput>, 'noteWritten' | 'noteSame' | 'noteGone'>>;
type Series = LabelsOf<'placement_status_timestamp_seconds'>;

/** What follows from the published status of a placement: its Events, its copy, and a metric. */
export function reportPlacement(clock: Clock, metrics: Metrics): Notes {
  const series = new Map<string, Series>();
  const endSeries = (key: string) => {
    const labels = series.get(key);
    if (labels !== undefined) metrics.forget('placement_status_timestamp_seconds', labels);
    series.delete(key);
  };
  const reportSeries = (key: string, at: number, labels: Series) => {
    endSeries(key);
    series.set(key, labels);
    metrics.gauge('placement_status_timestamp_seconds', at / 1000, labels);
  };
  return {
    async noteWritten(tx, at, { placement }, status: JsonObject) {
      const key = toHubKey(at.hub, at.name);
      const { conditions } = status as PlacementStatus;
      const { uid, generation } = placement;
      const words = kubeEvents(placement, conditions);
      await recordEvents(tx, at, { uid, generation, words, now: clock.now() });
      if (isStatusAccessible(placement)) wake(tx, 'statusPublished', at);
      reportSeries(key, clock.now(), toSeries(at.name, placement, conditions));
    },
    /** Another replica may have written it, or this one before it was started anew. */
    noteSame(at, { placement }, said, agoMs) {
      const { conditions } = said as PlacementStatus;
      reportSeries(toHubKey(at.hub, at.name), clock.now() - agoMs, toSeries(at.name, placement, conditions));
    },
    async noteGone(tx, at) {
      endSeries(toHubKey(at.hub, at.name));
      await endEvents(tx, at);
    },
  };
}

/** A/EV-005. */
function toSeries(key: string, placement: PlacementFacts, conditions: PlacementStatus['conditions']): Series {
  const unmet = firstUnmet(placement, conditions);
  return unmet === undefined
    ? { placement: key, condition: 'Completed', status: 'True', reason: 'Completed' }
    : { placement: key, condition: unmet.type, status: unmet.status ?? 'nil', reason: unmet.reason ?? 'nil' };
}

/** The last Event of a placement (A/ST-081). */
export const reportRemoved =
  (clock: Clock) =>
  async (tx: Tx, hub: string, { kind, name, uid }: DesiredFinalizer): Promise<void> => {
    if (!isPlacementKind(kind)) return;
    const words = [FINALIZERS_REMOVED];
    await recordEvents(tx, { hub, name }, { uid, generation: 0, words, now: clock.now() });
  };
