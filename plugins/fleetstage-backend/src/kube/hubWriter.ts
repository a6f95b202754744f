import {
  isJsonObject,
  kinds,
  stagedKindsOfKey,
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
  TransientError,
  UnauthorizedError,
  type ApiResource,
  type KubeClient,
} from '@fleetstage/kube-client';
import type { Clock } from '../ports';
import type {
  Authored,
  DecisionOnRequest,
  HubWriter,
  ObjectToWrite,
  RefusalCause,
  WriteOptions,
} from '../service/HubWriter';
import { asAnswered, hubSilence } from '../service/HubWriter';
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
    withHubWords(hub, what, async () => work(await client()));
  const patch = (api: KubeClient, object: ObjectToWrite, spec: JsonObject) =>
    api.patch(targetOf(object.kind), nameOf(object), {
      patch: { type: 'merge', body: { ...guardOf(object), spec } },
      fieldManager: FIELD_MANAGER,
    });
  return {
    find: (kind, name, namespace) =>
      ask(`reading ${kind} "${name}"`, api => api.find(targetOf(kind), nameOf({ namespace, name }))),
    create: (object, { isDry = false } = {}) =>
      ask(`creating ${object.kind} "${object.metadata.name}"`, api =>
        api.create(object, { target: targetOf(object.kind), fieldManager: FIELD_MANAGER, dryRun: isDry }),
      ),
    patchSpec: (object, spec) =>
      ask(`changing ${object.kind} "${object.name}"`, api => patch(api, object, spec)),
    annotate: (object, annotations) =>
      ask(`annotating ${object.kind} "${object.name}"`, api =>
        api.patch(targetOf(object.kind), nameOf(object), {
          patch: { type: 'merge', body: { metadata: { ...guardOf(object).metadata, annotations } } },
          fieldManager: FIELD_MANAGER,
        }),
      ),
    replaceAuthored: (object, authored, options) =>
      ask(`changing ${object.kind} "${object.name}"`, api => replace(api, object, { authored, ...options })),
    delete: object =>
      ask(`deleting ${object.kind} "${object.name}"`, api =>
        api.delete(targetOf(object.kind), nameOf(object), preconditionsOf(object)),
      ),
    writeDecision: ({ request, ...decision }: DecisionOnRequest) =>
      ask(`writing the decision on ${stagedKindsOfKey(request.key).approval} "${request.key}"`, api =>
        writeDecision(api, request, decision, clock.now()),
      ),
  };
}

/** A merge patch of what differs from the live object: fields that we do not know stay as they are. */
async function replace(
  api: KubeClient,
  object: ObjectToWrite,
  { authored, isDry = false }: WriteOptions & { readonly authored: Authored },
) {
  const { spec, labels, annotations } = authored;
  const live = await api.get(targetOf(object.kind), nameOf(object));
  const metadata = renderMergePatch(
    { labels: live.metadata.labels ?? {}, annotations: live.metadata.annotations ?? {} },
    {
      labels: labels ?? live.metadata.labels ?? {},
      annotations: annotations ?? live.metadata.annotations ?? {},
    },
  );
  const difference = renderMergePatch(isJsonObject(live.spec) ? live.spec : {}, spec);
  const isSameVersion = live.metadata.resourceVersion === object.resourceVersion;
  if (difference === undefined && metadata === undefined && isSameVersion) return live;
  const body = { metadata: { ...metadata, ...guardOf(object).metadata }, spec: difference ?? {} };
  return api.patch(targetOf(object.kind), nameOf(object), {
    patch: { type: 'merge', body },
    fieldManager: FIELD_MANAGER,
    dryRun: isDry,
  });
}

function targetOf(kind: KindName): ApiResource {
  const { group, storageVersion, plural, scope } = kinds[kind];
  return { group, version: storageVersion, kind, plural, namespaced: scope === 'Namespaced' };
}

const nameOf = ({ namespace, name }: Pick<ObjectToWrite, 'namespace' | 'name'>) =>
  namespace === undefined ? { name } : { namespace, name };

function preconditionsOf({ uid, resourceVersion }: ObjectToWrite) {
  const preconditions = {
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  return Object.keys(preconditions).length > 0 ? { preconditions } : {};
}

/** The API server compares both with the live object, and answers 409 where they differ. */
function guardOf({ uid, resourceVersion }: ObjectToWrite) {
  const metadata = {
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  return Object.keys(metadata).length > 0 ? { metadata } : {};
}

/** Does it, and says in the errors of Backstage what the hub answers. */
export async function withHubWords<T>(hub: string, what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw toBackstage(hub, what, cause);
  }
}

/** Each refused field with the hub's sentence; an admission policy refuses the entire object. */
function causesOf({ status, message }: InvalidError): readonly RefusalCause[] {
  const reported = (status?.details?.causes ?? []).map(cause => ({
    ...(cause.field !== undefined && cause.field !== '' && { field: cause.field }),
    message: cause.message ?? cause.reason ?? message,
  }));
  return reported.length > 0 ? reported : [{ message }];
}

/** Its message says the cause already; the constructor would add that again, with the name of its class. */
const becauseOf = <E extends Error>(cause: unknown, error: E) => Object.assign(error, { cause });

function toBackstage(hub: string, what: string, cause: unknown): Error {
  const words = `${what} on hub "${hub}": ${messageOf(cause)}`;
  if (cause instanceof InvalidError)
    return Object.assign(becauseOf(cause, new InputError(words)), { causes: causesOf(cause) });
  if (cause instanceof KubeConflictError || cause instanceof AlreadyExistsError)
    return becauseOf(cause, new ConflictError(words));
  if (cause instanceof KubeNotFoundError) return becauseOf(cause, new NotFoundError(words));
  // Whom the hub refuses here is Fleetstage, or everybody by an admission policy; the user must not see "log in again".
  if (cause instanceof ForbiddenError)
    return answered(`${words}; give Fleetstage's account on the hub this right`, cause);
  if (cause instanceof UnauthorizedError)
    return answered(`${words}; renew Fleetstage's credentials for the hub`, cause);
  // Ours already.
  if (cause instanceof ConflictError) return cause;
  // A defect of ours is not the hub's silence: nothing was sent, and waiting does not fix it.
  if (cause instanceof TypeError || cause instanceof RangeError) return cause;
  const isSilent = cause instanceof TransientError && cause.status === undefined;
  const reported = isSilent ? hubSilence(hub, cause) : `${words}; try again when the hub answers`;
  return becauseOf(cause, new ServiceUnavailableError(reported));
}

const answered = (words: string, cause: unknown) =>
  asAnswered(becauseOf(cause, new ServiceUnavailableError(words)));
