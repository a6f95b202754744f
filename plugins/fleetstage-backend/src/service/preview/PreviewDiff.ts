import { NotAllowedError, NotFoundError } from '@backstage/errors';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  appliedObjects,
  authorAccountOf,
  diffDryRun,
  identityKey,
  renderOncePerSet,
  type ManifestIdentity,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadObject } from '../../database/mirrorStore';
import { placementObject } from '../../database/placementObject';
import { loadWork } from '../../database/workStore';
import { placementTarget } from '../commands/placementTarget';
import type { Answer, Asked } from '../contract';
import { checkHub, reading, stampOf, type QueryDeps } from '../queryDeps';
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
    const { index, work, held } = await this.readWork(key, cluster, viewer);
    const named = { ...stampOf(queries), cluster, ...(index !== undefined && { snapshot: String(index) }) };
    if (work.problem !== undefined) return { ...named, problem: work.problem, ...NOTHING };
    const as = authorAccountOf(authorAccount, key);
    const { results, isCut } = await members.dryRun({
      cluster,
      ...(as !== undefined && { as }),
      wanted: wantedOf(work),
      leftovers: leftoversOf(work, held),
      signal,
    });
    const problems = results.flatMap(({ identity, problem }) =>
      problem === undefined ? [] : [{ ...nameOf(identity), message: problem }],
    );
    return { ...named, ...diffDryRun(results), problems, isCut };
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
      return {
        index: wanted.index,
        work: render(own[0].overrides),
        held: stored?.inventory.objects ?? [],
      };
    });
  }
}

const NOTHING = {
  counts: { added: 0, changed: 0, deleted: 0, unchanged: 0 },
  objects: [],
  problems: [],
  isCut: false,
};

function wantedOf(work: Work): (ManifestIdentity & { readonly object: KubeObject })[] {
  const usable = work.manifests.filter(({ fault }) => fault === undefined);
  const objects = appliedObjects(work);
  return usable.map(({ group, version, kind, namespace, name }, at) => ({
    ...{ group, version, kind, name },
    ...(namespace && { namespace }),
    object: objects[at],
  }));
}

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
