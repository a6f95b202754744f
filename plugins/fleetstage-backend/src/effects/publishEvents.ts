import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { projectEvent, unpublished, type EventLedger } from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  AlreadyExistsError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  messageOf,
  type KubeClient,
} from '@fleetstage/kube-client';
import {
  forgetEventLedgers,
  loadEventLedgers,
  savePublishedEvents,
  type LedgerOfObject,
} from '../database/eventStore';
import { fromHubKey, type HubKey } from '../database/keys';
import { loadObject } from '../database/mirrorStore';
import { fromObjectKey, placementObject } from '../database/placementObject';
import { queues } from '../database/queue/queues';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { Later, type Effect } from '../loop/effect';
import type { Log } from '../observe/log';
import { askCluster } from './kubeErrors';

interface EventsInput {
  readonly at: HubKey;
  /** Each with what is to be published of it, and nothing else. */
  readonly due: readonly LedgerOfObject[];
  /** Uid of the living object. */
  readonly living?: string;
}

/** An Event published before is repeated no more often than this; a new one is published at once. */
const REPEAT_AFTER_MS = 10_000;

const TARGET = { group: '', version: 'v1', kind: 'Event', plural: 'events', namespaced: true };

/**
 * Publishes what `kubectl describe` lists under Events (RUL 35, A/EV-001). Each Event has a derived name and an absolute
 * count, so publishing it again changes nothing. What the hub refuses is not repeated: nothing waits for Events.
 */
export function publishEvents(client: () => Promise<KubeClient>): Effect<EventsInput, void> {
  return {
    name: queues.publishEvents,
    async load(tx, key) {
      const at = fromHubKey(key);
      const living = (await loadObject(tx, placementObject(at)))?.metadata.uid;
      const known = await loadEventLedgers(tx, at);
      const open = known.map(one => ({ ...one, ledger: unpublished(one.ledger) }));
      const over = open.filter(({ uid, ledger }) => uid !== living && ledger.length === 0);
      await forgetEventLedgers(
        tx,
        at,
        over.map(({ uid }) => uid),
      );
      const waiting = open
        .filter(({ ledger }) => ledger.length > 0)
        .map(one => ({ one, waitMs: waitOf(one) }));
      const due = waiting.filter(({ waitMs }) => waitMs <= 0).map(({ one }) => one);
      if (due.length > 0) return { at, due, ...(living !== undefined && { living }) };
      return waiting.length === 0 ? undefined : new Later(Math.min(...waiting.map(({ waitMs }) => waitMs)));
    },
    run: ({ at, due }, { log }) =>
      askCluster(`publish the Events of placement ${at.name}`, async () => {
        const api = await client();
        for (const { uid, ledger } of due)
          await publishAll(api, { ...fromObjectKey(at.name), uid }, ledger, log);
      }),
    async record(tx, _, { at, due, living }) {
      for (const published of due) await savePublishedEvents(tx, at, published);
      const gone = due.filter(({ uid }) => uid !== living);
      await forgetEventLedgers(
        tx,
        at,
        gone.map(({ uid }) => uid),
      );
    },
  };
}

const waitOf = ({ ledger, publishedAgoMs = Infinity }: LedgerOfObject) =>
  ledger.some(({ published }) => published === 0) ? 0 : REPEAT_AFTER_MS - publishedAgoMs;

async function publishAll(
  client: KubeClient,
  subject: Parameters<typeof projectEvent>[0],
  ledger: EventLedger,
  log: Log,
): Promise<void> {
  log.debug('Publishing Events', { count: ledger.length });
  for (const entry of ledger) {
    try {
      await ensureEvent(client, projectEvent(subject, entry), { isNew: entry.published === 0 });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      log.warn('The hub refuses an Event of a placement; it is not published', {
        event: entry.reason,
        reason: messageOf(error),
      });
    }
  }
}

/** A role that is missing, a namespace that is gone or going, a name that somebody else has taken for another kind of use. */
const isRefusal = (error: unknown) =>
  error instanceof ForbiddenError || error instanceof InvalidError || error instanceof NotFoundError;

/** API servers forget Events after a while; what is repeated after that is created anew. */
async function ensureEvent(client: KubeClient, event: KubeObject, { isNew }: { isNew: boolean }) {
  if (isNew) return (await create(client, event)) || (await repeat(client, event));
  return (await repeat(client, event)) || (await create(client, event));
}

async function create(client: KubeClient, event: KubeObject): Promise<boolean> {
  try {
    await client.create(event, { target: TARGET, fieldManager: FIELD_MANAGER });
    return true;
  } catch (error) {
    if (error instanceof AlreadyExistsError) return false;
    throw error;
  }
}

async function repeat(client: KubeClient, event: KubeObject): Promise<boolean> {
  const { metadata, count, lastTimestamp, message } = event;
  const patch = { type: 'merge', body: { count, lastTimestamp, message } } as const;
  try {
    const { name, namespace } = metadata;
    await client.patch(TARGET, { name, namespace }, { patch, fieldManager: FIELD_MANAGER });
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}
