import {
  acceptedStrategiesOf,
  annotationKeys,
  instant,
  RUN_KINDS,
  stagedKindsOfKey,
  STRATEGY_KINDS,
  type ClusterStagedUpdateRun,
  type Instant,
  type KubeObject,
  type ObjectMeta,
  type StagedUpdateRun,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { TimelineEventName } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { namedBy } from '../keyText';
import { readOptional } from '../documents/document';
import { kubeObject } from '../documents/kubeDocuments';
import { timelineData } from '../documents/timelineDocuments';
import { fromObjectKey, keyOfObject, listPlacementKeys, PLACEMENT_KINDS } from '../placementObject';
import { strategyOfRun } from '../stagedObjects';
import { loadRunIndex, type RunIndexEntry } from './records';

/** A run on the hub by its strategy. */
export interface StrategyRun extends RunIndexEntry {
  /** Its key. */
  readonly strategy: string;
}

/** What uses strategies: runs that name one, and placements that accept one by name. */
export interface StrategyUses {
  readonly runs: readonly StrategyRun[];
  /** Keys of placements by the key of the strategy that their annotation names. */
  readonly named: ReadonlyMap<string, readonly string[]>;
  /** Keys of the placements that are on the hub; runs outlive theirs. */
  readonly placements: ReadonlySet<string>;
}

/**
 * Of one strategy, by its key, or of all of them. On a hub of a thousand placements and their runs few bodies are read: those that have
 * the name, or the annotation, somewhere in their text.
 */
export async function loadStrategyUses(tx: Tx, hub: string, of?: string): Promise<StrategyUses> {
  const text = of && `:"${fromObjectKey(of).name}"`;
  const runs = await objectsWith(tx, { hub, kinds: kindsOf(of, 'run'), text });
  const strategyOf = new Map(
    runs.map(object => {
      const { metadata, spec } = object as unknown as ClusterStagedUpdateRun | StagedUpdateRun;
      return [keyOfObject(object), strategyOfRun(hub, { ...metadata, spec }).name];
    }),
  );
  const index = await loadRunIndex(tx, hub);
  const accepting = await objectsWith(tx, {
    hub,
    kinds: kindsOf(of, 'placement'),
    text: annotationKeys.acceptedStrategies,
  });
  const named = new Map<string, string[]>();
  for (const object of accepting)
    for (const strategy of namesIn(object.metadata).map(name => namedBy(object.metadata, name)))
      named.set(strategy, [...(named.get(strategy) ?? []), keyOfObject(object)]);
  return {
    runs: index.flatMap(run => {
      const strategy = strategyOf.get(run.name) ?? '';
      return of === undefined || strategy === of ? [{ ...run, strategy }] : [];
    }),
    named,
    placements: new Set(await listPlacementKeys(tx, hub)),
  };
}

/** Of one strategy those of its scope. */
const kindsOf = (strategy: string | undefined, of: 'run' | 'placement') =>
  strategy === undefined ? (of === 'run' ? RUN_KINDS : PLACEMENT_KINDS) : [stagedKindsOfKey(strategy)[of]];

interface Wanted {
  readonly hub: string;
  readonly kinds: readonly string[];
  /** In the body, as JSON has it; the caller checks the place. */
  readonly text?: string;
}

async function objectsWith(tx: Tx, { hub, kinds, text }: Wanted): Promise<KubeObject[]> {
  const query = tx
    .sql('objects')
    .where({ hub })
    .whereIn('kind', [...kinds]);
  if (text !== undefined) void query.andWhere('body', 'like', `%${text}%`);
  const rows = await query.select('kind', 'name', 'body');
  return rows.map(({ kind, name, body }) => kubeObject.read(body, `the object of ${kind} "${name}"`));
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
    kinds: STRATEGY_KINDS,
    events: ['strategyCreated', 'strategyUpdated'],
  });

/** The last write of every object of these kinds, by its name in the timeline. */
export async function loadChanges(
  tx: Tx,
  hub: string,
  { kinds, events }: { readonly kinds: readonly string[]; readonly events: readonly TimelineEventName[] },
): Promise<ReadonlyMap<string, StrategyChange>> {
  const rows = await tx
    .sql('timeline')
    .where({ hub })
    .whereIn('subject_kind', [...kinds])
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
