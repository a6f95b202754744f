import {
  isJsonObject,
  kinds,
  type JsonObject,
  type KindName,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { ConflictError, InputError, NotFoundError, ServiceUnavailableError } from '@backstage/errors';
import {
  AlreadyExistsError,
  ConflictError as KubeConflictError,
  ForbiddenError,
  InvalidError,
  messageOf,
  NotFoundError as KubeNotFoundError,
  type ApiResource,
  type KubeClient,
} from '@fleetstage/kube-client';
import type { Clock } from '../ports';
import type { DecisionOnRequest, HubWriter, ObjectToWrite } from '../service/HubWriter';
import { FIELD_MANAGER } from './fieldManager';
import { renderMergePatch } from './mergePatch';
import { writeDecision } from './writeDecision';

export interface HubWriterDeps {
  readonly hub: string;
  readonly client: () => Promise<KubeClient>;
  readonly clock: Clock;
}

/** Writes authored objects of one hub. */
export function createHubWriter({ hub, client, clock }: HubWriterDeps): HubWriter {
  const ask = <T>(what: string, work: (api: KubeClient) => Promise<T>) =>
    withWords(`${what} on hub "${hub}"`, async () => work(await client()));
  const patch = (api: KubeClient, object: ObjectToWrite, spec: JsonObject) =>
    api.patch(
      targetOf(object.kind),
      { name: object.name },
      { patch: { type: 'merge', body: { ...guardOf(object), spec } }, fieldManager: FIELD_MANAGER },
    );
  return {
    find: (kind, name) => ask(`reading ${kind} "${name}"`, api => api.find(targetOf(kind), { name })),
    create: object =>
      ask(`creating ${object.kind} "${object.metadata.name}"`, api =>
        api.create(object, { target: targetOf(object.kind), fieldManager: FIELD_MANAGER }),
      ),
    patchSpec: (object, spec) =>
      ask(`changing ${object.kind} "${object.name}"`, api => patch(api, object, spec)),
    replaceSpec: (object, spec) =>
      ask(`changing ${object.kind} "${object.name}"`, async api => {
        const live = await api.get(targetOf(object.kind), { name: object.name });
        const difference = renderMergePatch(isJsonObject(live.spec) ? live.spec : {}, spec);
        const isSameVersion = live.metadata.resourceVersion === object.resourceVersion;
        if (difference === undefined && isSameVersion) return live;
        return patch(api, object, difference ?? {});
      }),
    writeDecision: ({ request, ...decision }: DecisionOnRequest) =>
      ask(`writing the decision on ClusterApprovalRequest "${request.name}"`, api =>
        writeDecision(api, request, decision, clock.now()),
      ),
  };
}

function targetOf(kind: KindName): ApiResource {
  const { group, storageVersion, plural } = kinds[kind];
  return { group, version: storageVersion, kind, plural, namespaced: false };
}

/** The API server compares both with the live object, and answers 409 where they differ. */
function guardOf({ uid, resourceVersion }: ObjectToWrite) {
  const metadata = {
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  return Object.keys(metadata).length > 0 ? { metadata } : {};
}

async function withWords<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw toBackstage(what, cause);
  }
}

function toBackstage(what: string, cause: unknown): Error {
  const words = `${what}: ${messageOf(cause)}`;
  if (cause instanceof InvalidError) return new InputError(words, cause);
  if (cause instanceof KubeConflictError || cause instanceof AlreadyExistsError)
    return new ConflictError(words, cause);
  if (cause instanceof KubeNotFoundError) return new NotFoundError(words, cause);
  if (cause instanceof ForbiddenError) {
    // Whom the hub refuses here is Fleetstage, or everybody by an admission policy; the user may not be told "log in again".
    return new ServiceUnavailableError(`${words}; give Fleetstage's account on the hub this right`, cause);
  }
  return new ServiceUnavailableError(`${words}; try again when the hub answers`, cause);
}
