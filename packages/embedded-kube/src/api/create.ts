import { randomInt, randomUUID } from 'node:crypto';
import type { KubeObject, ObjectMeta } from '../contracts';
import { strategyOf } from '../cluster/strategies';
import { toInvalidError } from '../schema/fieldErrors';
import { toTime } from '../text';
import { checkNewMetadata } from './checkMetadata';
import { compactMetadata } from './compact';
import { alreadyExists, badRequest, methodNotAllowed } from './errors';
import { hasGeneration } from './generation';
import { checkIdentity } from './identity';
import { checkNamespaceTakes } from './namespaceGate';
import { trackUpdate } from './patch/managedFields';
import { apiVersionOf, type Place, type WriteOptions, type Written } from './request';

/** Without vowels and what looks alike, so that no words come out. */
const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const NAME_TRIES = 8;

export interface CreateOptions extends WriteOptions {
  /** Server-side apply has told its fields already. */
  readonly isApply?: boolean;
}

/** @throws ApiError */
export function createObject(place: Place, body: KubeObject, options: CreateOptions): Written {
  const { cluster, type } = place;
  checkIdentity(place, body);
  if (body.metadata.resourceVersion)
    throw badRequest('resourceVersion should not be set on objects to be created');
  checkNamespaceTakes(place, body.metadata.name ?? '');
  if (cluster.isWithdrawing(type)) throw methodNotAllowed();
  const named = { ...body, metadata: newMetadata(place, body) };
  const { object: prepared, warnings } = type.admission.prepare(
    withoutStatus(place, named),
    options.fieldValidation,
    options,
  );
  // What the server itself adds is nobody's.
  const owned = options.isApply ? prepared : track(place, prepared, options);
  const tracked = strategyOf(type).create?.(owned) ?? owned;
  const errors = [...checkNewMetadata(type, tracked), ...type.admission.validate(tracked, undefined)];
  if (errors.length > 0) throw toInvalidError({ ...type, name: tracked.metadata.name }, errors);
  if (cluster.objects.find(type.storageKey, place.namespace, tracked.metadata.name))
    throw alreadyExists(type, tracked.metadata.name);
  if (options.isDryRun) return { object: tracked, isCreated: true, warnings };
  const stored = cluster.commit('ADDED', type.storageKey, tracked);
  return { object: stored.in(apiVersionOf(type)), stored, isCreated: true, warnings };
}

function newMetadata({ cluster, type, namespace }: Place, { metadata }: KubeObject): ObjectMeta {
  const {
    deletionTimestamp: _deletedAt,
    deletionGracePeriodSeconds: _grace,
    selfLink: _link,
    ...wished
  } = metadata as ObjectMeta & { readonly selfLink?: string };
  const isTaken = (name: string) => cluster.objects.find(type.storageKey, namespace, name) !== undefined;
  return compactMetadata({
    ...wished,
    name: metadata.name || generatedName(metadata.generateName, isTaken),
    namespace: namespace === '' ? undefined : namespace,
    uid: randomUUID(),
    creationTimestamp: toTime(cluster.now()),
    generation: hasGeneration(type) ? 1 : undefined,
  });
}

function generatedName(prefix: string | undefined, isTaken: (name: string) => boolean): string {
  if (!prefix) return '';
  let name = '';
  for (let tried = 0; tried < NAME_TRIES; tried += 1) {
    const letters = Array.from(
      { length: SUFFIX_LENGTH },
      () => SUFFIX_LETTERS[randomInt(SUFFIX_LETTERS.length)],
    );
    name = prefix.slice(0, 63 - SUFFIX_LENGTH) + letters.join('');
    if (!isTaken(name)) break;
  }
  return name;
}

function withoutStatus({ type }: Place, object: KubeObject): KubeObject {
  if (!type.subresources.includes('status') || strategyOf(type).keepsNewStatus) return object;
  const { status: _status, ...rest } = object;
  return rest as KubeObject;
}

const track = ({ cluster, type }: Place, next: KubeObject, { manager }: WriteOptions) =>
  trackUpdate({ next, manager, type, now: toTime(cluster.now()) });
