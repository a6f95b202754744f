import { NotFoundError } from '@backstage/errors';
import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { loadBackReports, type ReadReport } from '../database/backReportStore';
import { loadObject } from '../database/mirrorStore';
import { placementObject } from '../database/placementObject';
import { loadReportBackMode } from '../database/reportBackStore';
import { placementTarget } from './commands/placementTarget';
import type { Answer, Asked, Schemas } from './contract';
import { checkHub, reading, stampOf, type QueryDeps } from './queryDeps';
import { toResource } from './selection';
import type { Viewer } from './viewer';

type Path = '/placements/{scope}/{name}/clusters/{cluster}/statuses';

/**
 * The statuses that the objects of a placement have on one cluster, where the placement asks for them (B/WA-140). What
 * they say is for whoever may change the placement: they may hold what a Secret would.
 */
export async function getPlacementStatuses(
  deps: QueryDeps,
  asked: Asked<Path>,
  viewer: Viewer,
): Promise<Answer<Path>> {
  checkHub(deps, asked);
  const { hub } = deps;
  const { key: name } = placementTarget(asked);
  const { object, mode, reports } = await reading(deps, async tx => ({
    object: await loadObject(tx, placementObject({ hub, name })),
    mode: await loadReportBackMode(tx, { hub, name }),
    reports: await loadBackReports(tx, { hub, placement: name, cluster: asked.cluster }),
  }));
  if (object === undefined) throw new NotFoundError(`Placement "${name}" does not exist on hub "${hub}"`);
  const mayRead = viewer.mayUpdatePlacement({ hub, name, labels: object.metadata.labels ?? {} });
  return {
    ...stampOf(deps),
    isKept: mode !== undefined,
    mayRead,
    statuses: mode === undefined ? [] : reports.map(report => toView(report, mayRead.isAllowed)),
  };
}

function toView(report: ReadReport, isShown: boolean): Schemas['BackReportedStatus'] {
  const { object, observedAt, status, isTooLarge } = report;
  const head = { ...toResource(object), observationTime: toRfc3339(observedAt) };
  if (isTooLarge)
    return { ...head, problem: 'It is larger than 256 KiB and is not kept; look at it on the cluster.' };
  if (status === undefined)
    return {
      ...head,
      problem:
        'It is sealed with an encryption key that is not configured; it is kept anew when the cluster shows another one.',
    };
  if (!isShown) return head;
  const { group, version, kind } = object;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { ...head, observedStatus: { apiVersion, kind, status } };
}
