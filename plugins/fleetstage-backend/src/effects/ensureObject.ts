import {
  isJsonObject,
  type JsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  AlreadyExistsError,
  type ApiResource,
  type KubeClient,
  type KubeObject as LiveObject,
} from '@fleetstage/kube-client';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { renderMergePatch } from '../kube/mergePatch';
import { withoutTimes } from './writeStatus';

export interface WantedObject {
  readonly target: ApiResource;
  readonly namespace?: string;
  readonly name: string;
  /** The object as it shall be, its status included; given the live one, for generation and times. */
  readonly render: (live: KubeObject | undefined) => KubeObject;
  /** A guess that saves a request: there is none yet. A wrong one costs a request. */
  readonly isNew?: boolean;
}

/** Makes an object of ours what it shall be: creates it, or writes what differs; its status comes second. */
export async function ensureObject(
  client: KubeClient,
  { target, namespace, name, render, isNew }: WantedObject,
): Promise<void> {
  const own = { name, ...(namespace !== undefined && { namespace }) };
  const created = isNew ? await createUnlessThere(client, target, render(undefined)) : undefined;
  const found = created ? undefined : await client.find(target, own);
  const live = found
    ? await patchMain(client, target, { found, wanted: render(toOurs(found)) })
    : (created ?? (await create(client, target, render(undefined))));
  const { status } = render(toOurs(live));
  if (!isJsonObject(status)) return;
  const before = isJsonObject(live.status) ? live.status : {};
  if (renderMergePatch(asObject(withoutTimes(before)), asObject(withoutTimes(status))) === undefined) return;
  const patch = { type: 'merge', body: { status: renderMergePatch(before, status) } } as const;
  await client.patch(target, own, { patch, subresource: 'status', fieldManager: FIELD_MANAGER });
}

async function createUnlessThere(client: KubeClient, target: ApiResource, wanted: KubeObject) {
  try {
    return await create(client, target, wanted);
  } catch (error) {
    if (error instanceof AlreadyExistsError) return undefined;
    throw error;
  }
}

function create(client: KubeClient, target: ApiResource, wanted: KubeObject): Promise<LiveObject> {
  const { status: _, ...main } = wanted;
  return client.create(main, { target, fieldManager: FIELD_MANAGER });
}

async function patchMain(
  client: KubeClient,
  target: ApiResource,
  { found, wanted }: { found: LiveObject; wanted: KubeObject },
) {
  const { labels = {}, annotations = {} } = found.metadata;
  const metadata = renderMergePatch(
    {
      labels: pick(labels, wanted.metadata.labels),
      annotations: pick(annotations, wanted.metadata.annotations),
    },
    { labels: wanted.metadata.labels ?? {}, annotations: wanted.metadata.annotations ?? {} },
  );
  const spec = renderMergePatch(asObject(found.spec), asObject(wanted.spec));
  if (!metadata && !spec) return found;
  const body = { ...(metadata && { metadata }), ...(spec && { spec }) };
  return client.patch(
    target,
    { namespace: wanted.metadata.namespace, name: wanted.metadata.name },
    { patch: { type: 'merge', body }, fieldManager: FIELD_MANAGER },
  );
}

/** Labels and annotations of others stay. */
const pick = (live: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.keys(wanted).flatMap(key => (live[key] === undefined ? [] : [[key, live[key]]])));

const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** An object that came without a name is none that we asked for. */
function toOurs(live: LiveObject): KubeObject {
  const { name = '' } = live.metadata;
  return { ...live, metadata: { ...live.metadata, name } };
}
