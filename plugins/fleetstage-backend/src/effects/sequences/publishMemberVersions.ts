import {
  apiVersionOf,
  fromRfc3339,
  isJsonObject,
  labelKeys,
  type Condition,
  type Instant,
  type KubeObject,
  type MemberVersionStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  fleetsOf,
  openPass,
  projectMemberVersion,
  type ClusterView,
  type MemberStatement,
  type SequencePass,
  type SequenceState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { messageOf, NotFoundError, type KubeClient } from '@fleetstage/kube-client';
import type { Tx } from '../../database/db';
import { fromHubKey, type HubKey } from '../../database/keys';
import { listObjectNames, listObjects } from '../../database/mirrorStore';
import { contentHash } from '../../database/nativeHash';
import {
  forgetPublications,
  listPublished,
  loadPublishedHashes,
  savePublication,
} from '../../database/publicationStore';
import { queues } from '../../database/queue/queues';
import { chunks } from '../../database/rows';
import { listClusterVersions, type ClusterVersionRecord } from '../../database/sequences/clusterVersionStore';
import { loadSequenceState } from '../../database/sequences/loadSequenceState';
import { loadUnassignedState } from '../../database/sequences/loadVersionsState';
import { UNASSIGNED } from '../../database/sequences/markSequences';
import { targetOf } from '../../kube/targetOf';
import type { Effect } from '../../loop/effect';
import type { Clock } from '../../ports';
import type { SequencesSettings } from '../../database/sequences/sequencesSettings';
import { ensureObject } from '../ensureObject';
import { askCluster } from '../kubeErrors';
import { toJson } from '../statusSources';
import { withoutTimes } from '../writeStatus';

const KIND = 'MemberVersion';
const TARGET = targetOf(KIND);

interface Wanted {
  readonly name: string;
  /** Of the MemberCluster. */
  readonly uid: string;
  readonly hash: string;
  readonly project: (statement: MemberStatement) => MemberVersionStatus;
  readonly statement: Pick<MemberStatement, 'provider' | 'providerRef'>;
  readonly maintenance: MemberVersionStatus['maintenance'];
}

interface Input {
  readonly at: HubKey;
  /** Those that differ from what was published last. */
  readonly changed: readonly Wanted[];
  readonly gone: readonly string[];
  /** When one of them changes by itself: a window opens or closes. */
  readonly nextChange?: Instant;
  readonly isMore: boolean;
}

/** By name; what failed is tried again, and keeps nobody else back. */
interface Output {
  readonly published: ReadonlySet<string>;
  readonly removed: readonly string[];
  readonly hasFailed: boolean;
}

/** Objects in one go: a fleet's first MemberVersions are a thousand, and the deadline of an effect is a minute. */
const AT_ONCE = 200;
const IN_PARALLEL = 8;
const MIN_AGAIN_MS = 1_000;
const FAILED_MS = 30_000;

/**
 * Publishes what is known of the versions of clusters, as MemberVersions (E §6): by sequence, of the clusters in its fleets; those in
 * no sequence's fleet under a key of their own. A cluster that is in no stage has one where a provider knows it.
 */
export const publishMemberVersions = (
  client: () => Promise<KubeClient>,
  clock: Clock,
  settings: SequencesSettings,
): Effect<Input, Output> => ({
  name: queues.publishMemberVersions,
  async load(tx, key) {
    const at = fromHubKey(key);
    const now = clock.now();
    const state = await loadStateOf(tx, at, settings);
    const opened = state && openPass(state, now);
    if (!opened?.ok) return undefined;
    const pass = opened.value;
    const { wanted, unwanted } = await selectClusters(tx, at, pass, now);
    const published = await loadPublishedHashes(tx, at.hub, {
      kind: KIND,
      names: wanted.map(({ name }) => name),
    });
    const changed = wanted.filter(({ name, hash }) => published.get(name) !== hash);
    const known = new Set(await listPublished(tx, at.hub, KIND));
    const gone = unwanted.filter(name => known.has(name));
    const orphans = at.name === UNASSIGNED ? await listOrphans(tx, at.hub, known) : [];
    const nextChange = nextChangeOf(wanted, now);
    return {
      at,
      changed: changed.slice(0, AT_ONCE),
      gone: [...gone, ...orphans],
      ...(nextChange !== undefined && { nextChange }),
      isMore: changed.length > AT_ONCE,
    };
  },
  run: ({ changed, gone }, { log }) =>
    askCluster('publish MemberVersions', async () => {
      if (changed.length + gone.length === 0) return { published: new Set(), removed: [], hasFailed: false };
      log.debug('Publishing MemberVersions', { changed: changed.length, gone: gone.length });
      const api = await client();
      const failures: unknown[] = [];
      const published = await doEach(changed, one => publish(api, one, clock), failures);
      const removed = await doEach(gone, name => remove(api, name), failures);
      if (published.length + removed.length === 0) throw failures[0];
      if (failures.length > 0)
        log.warn('MemberVersions could not be written; they are tried again', {
          count: failures.length,
          reason: messageOf(failures[0]),
        });
      const names = new Set(published.map(({ name }) => name));
      return { published: names, removed, hasFailed: failures.length > 0 };
    }),
  async record(tx, _, { at, changed, nextChange, isMore }, { published, removed, hasFailed }) {
    for (const { name, hash } of changed)
      if (published.has(name)) await savePublication(tx, at.hub, { kind: KIND, name, hash });
    await forgetPublications(tx, at.hub, { kind: KIND, names: removed });
    if (hasFailed) return { afterMs: FAILED_MS };
    if (isMore) return { afterMs: 0 };
    return nextChange === undefined
      ? undefined
      : { afterMs: Math.max(MIN_AGAIN_MS, nextChange - clock.now()) };
  },
});

async function loadStateOf(
  tx: Tx,
  at: HubKey,
  settings: SequencesSettings,
): Promise<SequenceState | undefined> {
  if (at.name === UNASSIGNED) return loadUnassignedState(tx, at, settings);
  return (await loadSequenceState(tx, at, settings))?.state;
}

async function selectClusters(tx: Tx, at: HubKey, pass: SequencePass, now: Instant) {
  const { hub } = at;
  const isOwn = await ownsOf(tx, at);
  const records = await listClusterVersions(tx, hub);
  const members = new Map(
    (await listObjects(tx, hub, 'MemberCluster')).map(({ metadata }) => [metadata.name, metadata.uid ?? '']),
  );
  const staged = new Set(pass.assignment.stages.flatMap(({ clusters }) => clusters));
  const own = [...pass.clusters.values()].filter(({ cluster }) => isOwn(cluster.labels[labelKeys.fleet]));
  const isWanted = ({ cluster: { name } }: ClusterView) =>
    staged.has(name) || records.get(name)?.provider !== undefined;
  return {
    wanted: own.filter(isWanted).map(view =>
      toWanted(pass, view, {
        uid: members.get(view.cluster.name) ?? '',
        record: records.get(view.cluster.name),
        now,
      }),
    ),
    unwanted: own.filter(view => !isWanted(view)).map(({ cluster }) => cluster.name),
  };
}

/** Whether the MemberVersion of a cluster of a fleet is published under this key: of several sequences with it, by the oldest. */
async function ownsOf(tx: Tx, { hub, name }: HubKey): Promise<(fleet: string | undefined) => boolean> {
  const owners = new Map<string, { readonly name: string; readonly age: string }>();
  for (const { metadata, spec } of await listObjects(tx, hub, 'RolloutSequence')) {
    const age = `${metadata.creationTimestamp ?? ''} ${metadata.name}`;
    for (const fleet of fleetsOf((spec as { stages: Parameters<typeof fleetsOf>[0] }).stages)) {
      const known = owners.get(fleet);
      if (known === undefined || age < known.age) owners.set(fleet, { name: metadata.name, age });
    }
  }
  return fleet => ((fleet !== undefined && owners.get(fleet)?.name) || UNASSIGNED) === name;
}

interface Known {
  readonly uid: string;
  readonly record: ClusterVersionRecord | undefined;
  readonly now: Instant;
}

function toWanted(pass: SequencePass, view: ClusterView, { uid, record, now }: Known): Wanted {
  const { provider } = record ?? {};
  const statement = {
    ...(provider && { provider: provider.name, providerRef: `${provider.name}/${provider.id}` }),
  };
  const project = (more: MemberStatement) => projectMemberVersion(pass, view, more);
  const { observedAt: _, ...said } = project({ now, generation: 1, ...statement });
  const { maintenance } = said;
  const hash = contentHash([uid, withoutTimes(toJson(said))]);
  return { name: view.cluster.name, uid, hash, project, statement, maintenance };
}

/** Windows alone move a MemberVersion without a pass. */
function nextChangeOf(wanted: readonly Wanted[], now: Instant): Instant | undefined {
  const moments = wanted
    .flatMap(({ maintenance: { nextOpen, nextClose } = {} }) => [nextOpen, nextClose])
    .flatMap(text => fromRfc3339(text) ?? [])
    .filter(moment => moment > now);
  return moments.length === 0 ? undefined : moments.reduce((a, b) => (b < a ? b : a));
}

/** MemberClusters that are gone. */
async function listOrphans(tx: Tx, hub: string, published: ReadonlySet<string>): Promise<readonly string[]> {
  const members = new Set((await listObjectNames(tx, hub, 'MemberCluster')).map(({ name }) => name));
  return [...published].filter(name => !members.has(name));
}

/** Some at a time; returns what was done. */
async function doEach<T>(
  items: readonly T[],
  act: (item: T) => Promise<void>,
  failures: unknown[],
): Promise<readonly T[]> {
  const done: T[] = [];
  for (const part of chunks(items, IN_PARALLEL))
    await Promise.all(
      part.map(async item => {
        try {
          await act(item);
          done.push(item);
        } catch (error) {
          failures.push(error);
        }
      }),
    );
  return done;
}

const publish = (client: KubeClient, { name, uid, project, statement }: Wanted, clock: Clock) =>
  ensureObject(client, {
    target: TARGET,
    name,
    render: live => render({ name, uid }, live, more => project({ ...more, ...statement, now: clock.now() })),
  });

function render(
  { name, uid }: Pick<Wanted, 'name' | 'uid'>,
  live: KubeObject | undefined,
  project: (statement: Pick<MemberStatement, 'generation' | 'previous'>) => MemberVersionStatus,
): KubeObject {
  const status = isJsonObject(live?.status) ? live.status : undefined;
  const previous = status?.conditions as readonly Condition[] | undefined;
  const owner = { apiVersion: apiVersionOf('MemberCluster'), kind: 'MemberCluster', name, uid };
  return {
    apiVersion: apiVersionOf(KIND),
    kind: KIND,
    metadata: { name, ownerReferences: [owner] },
    status: toJson(project({ generation: live?.metadata.generation ?? 1, ...(previous && { previous }) })),
  };
}

async function remove(client: KubeClient, name: string): Promise<void> {
  try {
    await client.delete(TARGET, { name });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}
