import {
  decidedClusters,
  placementClusters,
  type PlacementState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { arrangeClusters, BY_OWNER } from './arrangeClusters';
import type { ClusterListing, ClusterListings } from './ClusterListings';
import { placementTarget } from './commands/placementTarget';
import type { Answer, Asked, Schemas } from './contract';
import { readDecision } from './decisions';
import { pageOf, readCursor } from './paging';
import { memberOf } from './placementParts';
import { readPlacement } from './placements';
import { carrierOf, checkHub, namesOf, reading, stampOf, type QueryDeps } from './queryDeps';
import type { Viewer } from './viewer';

interface ListingDeps extends QueryDeps {
  readonly listings: ClusterListings;
  readonly viewer: Viewer;
}

type Path = '/placements/{scope}/{name}/clusters';

/** Every cluster of the fleet with the decision on it: the last one, or an earlier one. */
export async function listPlacementClusters(deps: ListingDeps, asked: Asked<Path>): Promise<Answer<Path>> {
  checkHub(deps, asked);
  const { listings, viewer } = deps;
  const { limit, cursor, ...rest } = asked;
  const parts = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  // Owners are shown as far as the viewer may see them.
  const question = JSON.stringify(rest.group === BY_OWNER ? [viewer.ref ?? null, ...parts] : parts);
  const known = cursor === undefined ? undefined : readCursor(cursor).listing;
  const kept = listings.find(known, question);
  const listing = kept ?? (await readListing(deps, asked, question));
  const listed = kept ? known : keepRest(listings, listing, asked);
  const { rows, groups, facts, stamp } = listing;
  const page = pageOf(rows, { limit, cursor, listing: listed }, one => one.cluster);
  const now = deps.clock.now();
  const items = page.items.map(one => {
    // How a member is now says nothing of an earlier decision.
    const member = asked.decided === undefined ? facts.get(one.cluster) : undefined;
    const carrier = carrierOf(deps, one.cluster);
    return { ...one, ...(member && { ...memberOf(member, now), carrier }) };
  });
  return { ...stamp, ...page, items, total: rows.length, ...(groups && { groups }) };
}

const IS: Readonly<Record<string, (row: Schemas['PlacementCluster']) => boolean>> = {
  picked: ({ isPicked }) => isPicked,
  notPicked: ({ isPicked }) => !isPicked,
  here: ({ isPicked, phase }) => isPicked || phase !== undefined,
};

const DEFAULT_LIMIT = 100;

/** Only where there may be another page. */
const keepRest = (
  listings: ClusterListings,
  listing: ClusterListing,
  { limit = DEFAULT_LIMIT }: Asked<Path>,
) => (listing.rows.length > limit ? listings.keep(listing) : undefined);

async function readListing(deps: ListingDeps, asked: Asked<Path>, question: string): Promise<ClusterListing> {
  const owners = asked.group === BY_OWNER ? await deps.viewer.clusterOwners() : undefined;
  const { clusters, blockers, views } = await reading(deps, tx => readViews(tx, deps, asked));
  const { q, decision, cause, cluster, heldBy } = asked;
  const names = namesOf(asked.names);
  const held = heldBy === undefined ? undefined : clustersOfCause(blockers, heldBy);
  const found = views()
    .filter(one => q === undefined || one.cluster.includes(q))
    .filter(one => decision === undefined || IS[decision](one))
    .filter(one => cause === undefined || one.cause === cause)
    .filter(one => cluster === undefined || one.cluster === cluster)
    .filter(one => names === undefined || names.has(one.cluster))
    .filter(one => held === undefined || held.has(one.cluster));
  return {
    question,
    stamp: stampOf(deps),
    ...arrangeClusters(found, asked, owners),
    facts: new Map(clusters.map(one => [one.name, one])),
  };
}

const clustersOfCause = (blockers: Read['blockers'], wanted: string): ReadonlySet<string> =>
  new Set(
    blockers
      .filter(({ cause }) => cause === wanted)
      .flatMap(({ parts }) => parts.flatMap(({ clusters = [] }) => clusters)),
  );

interface Read {
  readonly clusters: PlacementState['clusters'];
  readonly blockers: NonNullable<PlacementState['blockers']>;
  /** Made after the transaction. */
  readonly views: () => Schemas['PlacementCluster'][];
}

async function readViews(tx: Tx, deps: QueryDeps, asked: Asked<Path>): Promise<Read> {
  const { key: name } = placementTarget(asked);
  const { state } = await readPlacement(tx, deps, name);
  const { clusters, blockers = [] } = state;
  if (asked.decided === undefined)
    return { clusters, blockers, views: () => placementClusters(state, deps.clock.now()) };
  const { verdicts } = await readDecision(tx, { hub: deps.hub, name }, asked.decided);
  return { clusters, blockers: [], views: () => decidedClusters(verdicts, clusters) };
}
