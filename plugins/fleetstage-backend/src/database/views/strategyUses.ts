import {
  acceptedStrategiesOf,
  annotationKeys,
  instant,
  type ClusterStagedUpdateRun,
  type Instant,
  type KubeObject,
  type ObjectMeta,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { TimelineEventName } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { readOptional } from '../documents/document';
import { kubeObject } from '../documents/kubeDocuments';
import { timelineData } from '../documents/timelineDocuments';
import { loadRunIndex, type RunIndexEntry } from './records';

/** A run on the hub by its strategy. */
export interface StrategyRun extends RunIndexEntry {
  readonly strategy: string;
}

/** What uses strategies: runs that name one, and placements that accept one by name. */
export interface StrategyUses {
  readonly runs: readonly StrategyRun[];
  /** Names of cluster-wide placements by the strategy that their annotation names. */
  readonly named: ReadonlyMap<string, readonly string[]>;
  /** Cluster-wide placements that are on the hub; runs outlive theirs. */
  readonly placements: ReadonlySet<string>;
}

/**
 * Of one strategy, or of all of them. On a hub of a thousand placements and their runs few bodies are read: those that have
 * the name, or the annotation, somewhere in their text.
 */
export async function loadStrategyUses(tx: Tx, hub: string, of?: string): Promise<StrategyUses> {
  const runs = await objectsWith(tx, { hub, kind: 'ClusterStagedUpdateRun', text: of && `:"${of}"` });
  const strategyOf = new Map(
    runs.map(object => {
      const { spec } = object as unknown as ClusterStagedUpdateRun;
      return [object.metadata.name, spec.stagedRolloutStrategyName];
    }),
  );
  const index = await loadRunIndex(tx, hub);
  const text = annotationKeys.acceptedStrategies;
  const accepting = await objectsWith(tx, { hub, kind: 'ClusterResourcePlacement', text });
  const named = new Map<string, string[]>();
  for (const { metadata } of accepting)
    for (const strategy of namesIn(metadata))
      named.set(strategy, [...(named.get(strategy) ?? []), metadata.name]);
  const placements = await tx.sql('objects').where({ hub, kind: 'ClusterResourcePlacement' }).select('name');
  return {
    runs: index.flatMap(run => {
      const strategy = strategyOf.get(run.name) ?? '';
      return of === undefined || strategy === of ? [{ ...run, strategy }] : [];
    }),
    named,
    placements: new Set(placements.map(({ name }) => name)),
  };
}

interface Wanted {
  readonly hub: string;
  readonly kind: string;
  /** In the body, as JSON has it; the caller checks the place. */
  readonly text?: string;
}

async function objectsWith(tx: Tx, { hub, kind, text }: Wanted): Promise<KubeObject[]> {
  const query = tx.sql('objects').where({ hub, kind });
  if (text !== undefined) void query.andWhere('body', 'like', `%${text}%`);
  const rows = await query.select('name', 'body');
  return rows.map(({ name, body }) => kubeObject.read(body, `the object of ${kind} "${name}"`));
}

function namesIn(metadata: ObjectMeta): readonly string[] {
  const accepted = acceptedStrategiesOf({ metadata });
  return accepted?.kind === 'named' ? accepted.names : [];
}

/** The last write through Fleetstage. */
export interface StrategyChange {
  readonly at: Instant;
  readonly actor: string;
  /** That it made. */
  readonly generation?: number;
}

/** The last write of every strategy; those of deleted strategies are among them. */
export const loadStrategyChanges = (tx: Tx, hub: string) =>
  loadChanges(tx, hub, {
    kind: 'ClusterStagedUpdateStrategy',
    events: ['strategyCreated', 'strategyUpdated'],
  });

/** The last write of every object of a kind, by its name in the timeline. */
export async function loadChanges(
  tx: Tx,
  hub: string,
  { kind, events }: { readonly kind: string; readonly events: readonly TimelineEventName[] },
): Promise<ReadonlyMap<string, StrategyChange>> {
  const rows = await tx
    .sql('timeline')
    .where({ hub, subject_kind: kind })
    .whereIn('event', [...events])
    .orderBy('id')
    .select('subject_name', 'at', 'actor', 'data');
  return new Map(
    rows.map(({ subject_name, at, actor, data }) => {
      const generation = readOptional(timelineData, data)?.generation;
      return [
        subject_name,
        { at: instant(Number(at)), actor, ...(generation !== undefined && { generation }) },
      ];
    }),
  );
}
