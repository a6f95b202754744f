import { NotAllowedError, NotFoundError } from '@backstage/errors';
import type {
  ApplyStrategy,
  KubeObject,
  PlacementSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  authorAccountOf,
  diffDryRun,
  identityKey,
  renderOncePerSet,
  toOwnerReference,
  type ManifestIdentity,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadObject } from '../../database/mirrorStore';
import { placementObject } from '../../database/placementObject';
import { loadWork } from '../../database/workStore';
import { placementTarget } from '../commands/placementTarget';
import type { Answer, Asked } from '../contract';
import { carrierOf, checkHub, onlyByAgent, reading, stampOf, type QueryDeps } from '../queryDeps';
import type { Viewer } from '../viewer';
import { readContents, readWanted } from './getPlacementPreview';
import type { MemberDryRun } from './MemberDryRun';

type Path = '/placements/{scope}/{name}/preview/{cluster}/diff';

export interface PreviewDiffDeps {
  readonly queries: QueryDeps;
  readonly members: MemberDryRun;
  readonly authorAccount?: string;
}

/** What applying a placement would change on a member, asked there and then. Values of Secrets never leave here. */
export class PreviewDiff {
  constructor(private readonly deps: PreviewDiffDeps) {}

  /** @throws NotFoundError, NotAllowedError, ConflictError; ServiceUnavailableError where the member cannot be asked */
  async get(asked: Asked<Path>, viewer: Viewer, signal: AbortSignal): Promise<Answer<Path>> {
    const { queries, members, authorAccount } = this.deps;
    checkHub(queries, asked);
    const { key } = placementTarget(asked);
    const { cluster } = asked;
    const { index, work, held, owner, strategy } = await this.readWork(key, cluster, viewer);
    const named = { ...stampOf(queries), cluster, ...(index !== undefined && { snapshot: String(index) }) };
    if (work.problem !== undefined) return { ...named, problem: work.problem, ...NOTHING };
    if (strategy.type === 'ReportDiff') return { ...named, nothingWritten: REPORTS_ONLY, ...NOTHING };
    if (carrierOf(queries, cluster) === 'pull')
      return { ...named, uncompared: onlyByAgent(cluster, 'compare with it'), ...NOTHING };
    const as = authorAccountOf(authorAccount, key);
    const { results, isCut } = await members.dryRun({
      cluster,
      ...(as !== undefined && { as }),
      wanted: work.manifests.filter(({ fault }) => fault === undefined),
      ...{ strategy, owner },
      leftovers: leftoversOf(work, held),
      signal,
    });
    const problems = results.flatMap(({ identity, problem }) =>
      problem === undefined ? [] : [{ ...nameOf(identity), message: problem }],
    );
    const kept = results.flatMap(({ identity, kept: message }) =>
      message === undefined ? [] : [{ ...nameOf(identity), message }],
    );
    return { ...named, ...diffDryRun(results), problems, kept, isCut };
  }

  private async readWork(key: string, cluster: string, viewer: Viewer) {
    const { queries } = this.deps;
    const { hub } = queries;
    return reading(queries, async tx => {
      const object = await loadObject(tx, placementObject({ hub, name: key }));
      if (object === undefined) throw new NotFoundError(`Placement "${key}" does not exist on hub "${hub}"`);
      const permit = viewer.mayReadWorkloads({ hub, name: key, labels: object.metadata.labels ?? {} });
      if (!permit.isAllowed) throw new NotAllowedError(permit.reason);
      const wanted = await readWanted(tx, queries, { key });
      const own = wanted.clusters.filter(one => one.cluster === cluster);
      if (own.length === 0)
        throw new NotFoundError(`Placement "${key}" has nothing for cluster "${cluster}"`);
      const contents = await readContents(tx, queries, { key, ...wanted, clusters: own });
      const render = renderOncePerSet({ placement: key, ...contents, options: queries.rendering });
      const stored = await loadWork(tx, { hub, placement: key, cluster });
      const work = render(own[0].overrides);
      const { appliedWorkUid: uid = '', objects: held = [] } = stored?.inventory ?? {};
      return {
        ...{ index: wanted.index, work, held },
        owner: toOwnerReference({ name: work.name, uid }),
        strategy: applyStrategyOf(object),
      };
    });
  }
}

const NOTHING = {
  counts: { added: 0, changed: 0, deleted: 0, unchanged: 0 },
  objects: [],
  problems: [],
  kept: [],
  isCut: false,
};

const REPORTS_ONLY = 'the placement only reports how objects differ (applyStrategy.type is ReportDiff)';

const applyStrategyOf = ({ spec }: KubeObject): ApplyStrategy =>
  (spec as PlacementSpec | undefined)?.strategy?.applyStrategy ?? {};

/** What it holds and would take away: as applying does, nothing where an entry of an envelope cannot be read. */
function leftoversOf({ manifests, kept = [], keepsAll }: Work, held: readonly ManifestIdentity[]) {
  if (keepsAll) return [];
  const stays = new Set([...manifests, ...kept].map(keyOfIdentity));
  return held.filter(identity => !stays.has(keyOfIdentity(identity)));
}

/** In whichever version of its kind. */
const keyOfIdentity = ({ version: _, ...identity }: ManifestIdentity) => identityKey(identity);

const nameOf = ({ group, kind, namespace, name }: ManifestIdentity) => ({
  ...(group && { group }),
  kind,
  ...(namespace && { namespace }),
  name,
});
