import { isJsonObject, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  ConflictError,
  NotFoundError,
  type ApiResource,
  type KubeClient,
  type KubeObject,
} from '@fleetstage/kube-client';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { renderMergePatch } from '../kube/mergePatch';

/** Fields that say when, and nothing else: a status in which only these differ is not written for their sake. */
const TIMES = new Set(['lastTransitionTime', 'observationTime', 'lastReceivedHeartbeat']);

/** The value without its times, to compare by. */
export function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !TIMES.has(key))
      .map(([key, inner]) => [key, withoutTimes(inner)]),
  );
}

export interface StatusWrite {
  readonly target: ApiResource;
  readonly object: { readonly namespace?: string; readonly name: string };
  /** Another object of the name is not ours to write. */
  readonly uid: string;
  /** It had no status when it was last seen: written without reading it first. */
  readonly isFirst?: boolean;
  /** The status to write, given the live one. */
  readonly project: (live: JsonObject | undefined) => JsonObject;
  /** Write also where only times differ. */
  readonly isTimeDue: boolean;
  /** Called before a write that changes more than times. */
  readonly onWriting: () => void;
}

const TRIES = 3;

/** Reads the object, and writes what differs of its status. Returns the live status afterwards; undefined: it is gone. */
export async function writeStatus(
  client: KubeClient,
  write: StatusWrite,
): Promise<{ status: unknown } | undefined> {
  if (write.isFirst) return writeFirst(client, write);
  for (let tried = 1; ; tried += 1) {
    const live = await client.find(write.target, write.object);
    if (live === undefined || live.metadata.uid !== write.uid) return undefined;
    try {
      return { status: await writeDifference(client, write, live) };
    } catch (error) {
      // Somebody wrote between our read and our write; their status is newer than what we projected from.
      if (error instanceof NotFoundError) return undefined;
      if (!(error instanceof ConflictError) || tried === TRIES) throw error;
    }
  }
}

async function writeFirst(client: KubeClient, write: StatusWrite): Promise<{ status: unknown } | undefined> {
  write.onWriting();
  try {
    return { status: await patchStatus(client, write, { uid: write.uid, status: write.project(undefined) }) };
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    if (error instanceof ConflictError) return writeStatus(client, { ...write, isFirst: false });
    throw error;
  }
}

async function writeDifference(client: KubeClient, write: StatusWrite, live: KubeObject): Promise<unknown> {
  const before = isJsonObject(live.status) ? live.status : undefined;
  const after = write.project(before);
  const differs =
    renderMergePatch(asObject(withoutTimes(before ?? {})), asObject(withoutTimes(after))) !== undefined;
  const patch = differs || write.isTimeDue ? renderMergePatch(before ?? {}, after) : undefined;
  if (patch === undefined) return live.status;
  if (differs) write.onWriting();
  const { resourceVersion } = live.metadata;
  return patchStatus(client, write, { resourceVersion, status: patch });
}

async function patchStatus(
  client: KubeClient,
  write: StatusWrite,
  { status, ...metadata }: { uid?: string; resourceVersion?: string; status: JsonObject },
): Promise<unknown> {
  const body = { metadata, status };
  const options = {
    patch: { type: 'merge', body } as const,
    subresource: 'status' as const,
    fieldManager: FIELD_MANAGER,
  };
  return (await client.patch(write.target, write.object, options)).status;
}

const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
