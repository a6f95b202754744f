import {
  cutText,
  toRfc3339,
  type DiffedResourcePlacement,
  type DriftedResourcePlacement,
  type FailedResourcePlacement,
  type PatchDetail,
  type ResourceIdentifier,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { listResources, resourceKey } from '../work/listResources';
import { isSecret } from '../work/secrets';
import { toIdentifier } from '../work/reportWork';
import { hideValues } from '../work/toPatchDetail';
import { eachManifest, type CarriedWork, type WorksObservation } from './carriedWork';

/** As many as an agent may say of one object (B/WA-098). */
const MAX_DETAILS = 100;

type ConditionType = 'Applied' | 'Available' | 'DiffReported';

/**
 * What failed, one entry for each manifest, with the first of these conditions that is False (B/ST-017); one that is only
 * being prepared has not (RUL 8). What is in no Work failed before it could be sent.
 */
export function listFailures(
  { works, faults, previous, revision, now }: WorksObservation,
  types: readonly ConditionType[],
): readonly FailedResourcePlacement[] {
  const before = new Map(
    (previous?.revision === revision ? previous.failed : []).map(entry => [resourceKey(entry), entry]),
  );
  const unsent = faults.map((manifest): FailedResourcePlacement => {
    const identifier = toIdentifier(manifest);
    const { reason = '', message = '' } = manifest.fault ?? {};
    const since = before.get(resourceKey(identifier))?.condition.lastTransitionTime ?? toRfc3339(now);
    const condition = {
      ...{ type: types[0], status: 'False' as const, reason, message },
      ...{ observedGeneration: 0, lastTransitionTime: since },
    };
    return { ...identifier, condition };
  });
  const failed = eachManifest(works, (object, { conditions }): FailedResourcePlacement[] => {
    const found = types
      .map(wanted => conditions.find(({ type }) => type === wanted))
      .find(one => one?.status === 'False' && one.reason !== 'PreparingToProcess');
    return found
      ? [{ ...toIdentifier(object), condition: { ...found, message: cutText(found.message) } }]
      : [];
  });
  return listResources([...unsent, ...failed]);
}

/** B/ST-018. */
export const listDrifts = (works: readonly CarriedWork[]): readonly DriftedResourcePlacement[] =>
  listResources(
    eachManifest(works, (object, { driftDetails }) => {
      if (driftDetails === undefined) return [];
      const { observedInMemberClusterGeneration: generation, observedDrifts = [], ...times } = driftDetails;
      return [
        {
          ...toIdentifier(object),
          ...times,
          targetClusterObservedGeneration: generation,
          observedDrifts: shown(object, observedDrifts),
        },
      ];
    }),
  );

/** B/ST-018; an object that is not there has no generation. */
export const listDiffs = (works: readonly CarriedWork[]): readonly DiffedResourcePlacement[] =>
  listResources(
    eachManifest(works, (object, { diffDetails }) => {
      if (diffDetails === undefined) return [];
      const { observedInMemberClusterGeneration: generation, observedDiffs = [], ...times } = diffDetails;
      return [
        {
          ...toIdentifier(object),
          ...times,
          ...(generation !== undefined && { targetClusterObservedGeneration: generation }),
          observedDiffs: shown(object, observedDiffs),
        },
      ];
    }),
  );

function shown({ group, version, kind }: ResourceIdentifier, details: readonly PatchDetail[]) {
  const isHidden = isSecret({ apiVersion: group ? `${group}/${version}` : version, kind });
  return details.slice(0, MAX_DETAILS).map(detail => hideValues(detail, isHidden));
}
