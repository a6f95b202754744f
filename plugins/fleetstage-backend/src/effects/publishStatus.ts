import {
  isJsonObject,
  type JsonObject,
  type KindName,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KubeClient } from '@fleetstage/kube-client';
import type { Tx } from '../database/db';
import { fromHubKey, type HubKey } from '../database/keys';
import { loadObject } from '../database/mirrorStore';
import { contentHash } from '../database/nativeHash';
import { fromObjectKey } from '../database/placementObject';
import {
  forgetPublication,
  loadPublication,
  savePublication,
  toStatusHash,
  type Publication,
} from '../database/publicationStore';
import { clientName, targetOf } from '../kube/targetOf';
import { Later, type Again, type Effect } from '../loop/effect';
import { createEvent } from './createEvent';
import { askCluster } from './kubeErrors';
import { withoutTimes, writeStatus } from './writeStatus';

/** How one kind's status is made from rows. */
export interface StatusSource<Rows> {
  readonly queue: string;
  /** Of the object that a key of the queue names. */
  readonly kindOf: (name: string) => KindName;
  /** `mirrored`: the object itself. `undefined`: there is nothing to say yet. */
  load(tx: Tx, key: string, mirrored: KubeObject): Promise<Rows | undefined>;
  /** Pure, but for the present time. `live`: the status as it is on the hub, for its times. */
  project(rows: Rows, live: JsonObject | undefined): JsonObject;
  /** The Events that a write makes, by the status before it and after it; nothing waits for them. */
  eventsOf?(object: KubeObject, rows: Rows, before: JsonObject | undefined, after: JsonObject): KubeObject[];
  /** With the status on the hub after a write, in the transaction that records the write. */
  noteWritten?(tx: Tx, at: HubKey, rows: Rows, status: JsonObject): Promise<void>;
  /** Nothing was to be written: it has been the same since the last write, this long ago by the clock of the database. */
  noteSame?(at: HubKey, rows: Rows, said: JsonObject, agoMs: number): void;
  /** How long the status stays true by itself; absent: until something is marked. */
  validMs?(rows: Rows): number | undefined;
  /** The object is gone. */
  noteGone?(tx: Tx, at: HubKey): Promise<void>;
  /** Times alone are written this often; absent: never. */
  readonly timesEveryMs?: number;
}

interface Input<Rows> {
  readonly at: HubKey;
  readonly rows: Rows;
  readonly mirrored: KubeObject;
  readonly last?: Publication;
}

type Output =
  | { readonly kind: 'same' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'written'; readonly hash: string; readonly status: JsonObject };

/** The first change goes out at once, further ones of the same object this much apart. */
const SPACING_MS = 500;

/**
 * Publishes the status of an object on the hub: projects it from rows and writes the difference to the live one. What we
 * wrote last and what is there are remembered as hashes, so the echo of our own write costs no request, and a status that
 * somebody else has written or wiped is repaired.
 */
export function publishStatus<Rows>(
  client: () => Promise<KubeClient>,
  source: StatusSource<Rows>,
): Effect<Input<Rows>, Output> {
  return {
    name: source.queue,
    async load(tx, key) {
      const at = fromHubKey(key);
      const kind = source.kindOf(at.name);
      const mirrored = await loadObject(tx, { hub: at.hub, kind, ...fromObjectKey(at.name) });
      if (mirrored === undefined) {
        await forgetPublication(tx, at.hub, { kind, name: at.name });
        await source.noteGone?.(tx, at);
        return undefined;
      }
      const last = await loadPublication(tx, at.hub, { kind, name: at.name });
      if (last && last.agoMs < SPACING_MS) return new Later(SPACING_MS - last.agoMs);
      const rows = await source.load(tx, key, mirrored);
      return rows && { at, rows, mirrored, ...(last && { last }) };
    },
    async run({ at, rows, mirrored, last }, { log }) {
      const projected = source.project(rows, undefined);
      const said = contentHash(withoutTimes(projected));
      const isTimeDue = source.timesEveryMs !== undefined && (last?.agoMs ?? Infinity) >= source.timesEveryMs;
      if (!isTimeDue && last?.hash === toStatusHash(said, liveHash(mirrored))) {
        source.noteSame?.(at, rows, projected, last.agoMs);
        return { kind: 'same' };
      }
      const kind = source.kindOf(at.name);
      let before: JsonObject | undefined;
      const written = await askCluster(`publish the status of ${kind} ${at.name}`, async () =>
        writeStatus(await client(), {
          target: targetOf(kind),
          object: clientName(at.name),
          uid: mirrored.metadata.uid ?? '',
          project: live => {
            before = live;
            return source.project(rows, live);
          },
          isTimeDue,
          isFirst: last === undefined && mirrored.status === undefined,
          // What is in use on a member changes all the time; that alone is not published.
          onWriting: () =>
            (source.timesEveryMs === undefined ? log.info : log.debug)('Publishing the status'),
        }),
      );
      if (written === undefined) return { kind: 'gone' };
      const status = isJsonObject(written.status) ? written.status : {};
      for (const event of source.eventsOf?.(mirrored, rows, before, status) ?? [])
        await createEvent(await client(), event, log);
      return { kind: 'written', hash: toStatusHash(said, contentHash(written.status ?? null)), status };
    },
    record: (tx, _, input, output) => recordWrite(tx, source, input, output),
  };
}

async function recordWrite<Rows>(
  tx: Tx,
  source: StatusSource<Rows>,
  { at, rows }: Input<Rows>,
  output: Output,
): Promise<Again | undefined> {
  if (output.kind === 'gone') return undefined;
  if (output.kind === 'written') {
    const { hash, status } = output;
    await savePublication(tx, at.hub, { kind: source.kindOf(at.name), name: at.name, hash });
    await source.noteWritten?.(tx, at, rows, status);
  }
  const afterMs = source.validMs?.(rows);
  return afterMs === undefined ? undefined : { afterMs };
}

/** The mirror keeps a status as its hash. */
function liveHash({ status }: KubeObject): string {
  return isJsonObject(status) && typeof status.hash === 'string' ? status.hash : contentHash(null);
}
