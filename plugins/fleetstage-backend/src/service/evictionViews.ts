import { annotationKeys, mergeConditions, toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  evictionConditions,
  explainEviction,
  isEvictionOver,
  viewEviction,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { DecidedRow } from '../database/evictionStore';
import type { EvictionFacts } from '../database/facts';
import type { Schemas } from './contract';

/** What is known of evictions beside their objects: what was decided, by uid, and who asked, by name. */
export interface KnownEvictions {
  readonly decided: ReadonlyMap<string, DecidedRow>;
  readonly actors: ReadonlyMap<string, string>;
}

/** The status on the hub comes a moment after the decision. */
export function toEvictionView(
  eviction: EvictionFacts,
  { decided, actors }: KnownEvictions,
): Schemas['Eviction'] {
  const { generation, annotations = {} } = eviction;
  const row = decided.get(eviction.uid);
  const isPublished = row === undefined || isEvictionOver(eviction);
  const conditions = isPublished
    ? eviction.conditions
    : mergeConditions(eviction.conditions, evictionConditions(row.outcome, row.at), {
        ...{ generation, now: row.at },
      });
  const { createdAt, ...view } = viewEviction({ ...eviction, conditions });
  const reason = annotations[annotationKeys.evictionReason];
  const requestedBy = actors.get(eviction.name);
  return {
    ...view,
    conditions: [...conditions],
    createdAt: toRfc3339(createdAt),
    ...(row && { explanation: explainEviction(row.outcome) }),
    ...(reason !== undefined && { reason }),
    ...(requestedBy !== undefined && { requestedBy }),
  };
}

export const byUid = (rows: readonly DecidedRow[]) => new Map(rows.map(row => [row.uid, row]));

export const newestFirst = (evictions: readonly EvictionFacts[]): EvictionFacts[] =>
  [...evictions].sort((a, b) => b.createdAt - a.createdAt);
