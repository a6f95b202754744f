import { randomInt, randomUUID } from 'node:crypto';
import { ApiError, type KubeObject, type ObjectMeta } from '../contracts';
import { strategyOf } from '../cluster/strategies';
import { toInvalidError } from '../schema/fieldErrors';
import { toTime } from '../text';
import { checkNewMetadata } from './checkMetadata';
import { compactMetadata } from './compact';
import { alreadyExists, forbidden, withAdvice } from './errors';
import { hasGeneration } from './generation';
import { checkIdentity } from './identity';
import { checkNamespaceTakes } from './namespaceGate';
import { trackUpdate } from './patch/managedFields';
import { withoutRepeatedOwners } from './repeatedOwners';
import { keptKind, type Place, type WriteOptions, type Written } from './request';
import { markSeen, objectSeen, toStorage } from './view';

/** Without vowels and similar characters, so that no words come out. */
const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const NAME_TRIES = 8;

const WITHDRAWING = 'create not allowed while custom resource definition is terminating';

export interface CreateOptions extends WriteOptions {
  /** Server-side apply has recorded its fields already. */
  readonly isApply?: boolean;
}

/** @throws ApiError */
export function createObject(place: Place, body: KubeObject, options: CreateOptions): Written {
  const { cluster, type } = place;
  checkIdentity(place, body);
  checkNamespaceTakes(place, body.metadata.name ?? '');
  if (cluster.isWithdrawing(type)) throw forbidden(type, body.metadata.name ?? '', WITHDRAWING);
  const cleared = withoutRepeatedOwners(newMetadata(place, body));
  const named = { ...body, metadata: cleared.metadata };
  const { object: prepared, warnings: unknown } = type.admission.prepare(
    withoutStatus(place, named),
    options.fieldValidation,
    options,
  );
  const warnings = [...unknown, ...cleared.warnings];
  // What the server itself adds is nobody's.
  const owned = options.isApply ? prepared : track(place, prepared, options);
  const kept = type.admission.toStored?.(owned) ?? owned;
  const tracked = strategyOf(type).create?.(kept) ?? kept;
  options.guard?.beforeWrite(tracked, undefined);
  const denied = type.admission.allocationErrors?.(tracked) ?? [];
  const errors =
    denied.length > 0
      ? denied
      : [...checkNewMetadata(type, tracked), ...type.admission.validate(tracked, undefined)];
  if (errors.length > 0)
    throw withAdvice(
      toInvalidError({ ...keptKind(type, tracked), name: tracked.metadata.name ?? '' }, errors),
      warnings,
    );
  const advice = [...warnings, ...type.admission.warn(tracked, undefined)];
  options.guard?.beforeCreate();
  const present = cluster.objects.find(type.storageKey, place.namespace, tracked.metadata.name);
  if (present) throw withAdvice(alreadyExists(type, present), advice);
  const { resourceVersion = '' } = body.metadata;
  if (/^\d+$/.test(resourceVersion) && Number(resourceVersion) !== 0)
    throw new ApiError(500, '', 'resourceVersion should not be set on objects to be created');
  if (options.isDryRun) return { object: tracked, isCreated: true, warnings: advice };
  const stored = markSeen(type, cluster.commit('ADDED', type.storageKey, toStorage(type, tracked)));
  return { object: objectSeen(type, stored), stored, isCreated: true, warnings: advice };
}

function newMetadata({ cluster, type, namespace }: Place, { metadata }: KubeObject): ObjectMeta {
  const {
    deletionTimestamp: _deletedAt,
    deletionGracePeriodSeconds: _grace,
    selfLink: _link,
    resourceVersion: _version,
    ...desired
  } = metadata as ObjectMeta & { readonly selfLink?: string };
  const isTaken = (name: string) => cluster.objects.find(type.storageKey, namespace, name) !== undefined;
  return compactMetadata({
    ...desired,
    name: metadata.name || generatedName(metadata.generateName, isTaken),
    namespace: namespace === '' ? undefined : namespace,
    uid: randomUUID(),
    creationTimestamp: toTime(cluster.now()),
    generation: hasGeneration(type) ? 1 : desired.generation || undefined,
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
