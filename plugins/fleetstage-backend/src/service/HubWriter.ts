import type {
  Instant,
  JsonObject,
  KindName,
  KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';

export interface ObjectToWrite {
  readonly kind: KindName;
  /** Absent for cluster-scoped kinds. */
  readonly namespace?: string;
  readonly name: string;
  /** Only this object; a later one of the same name is refused. */
  readonly uid?: string;
  /** Only where nobody has written since. */
  readonly resourceVersion?: string;
}

/** A person's decision on a gate, for its request on the hub. */
export interface DecisionOnRequest {
  /** `key`: `name`, or `namespace/name`. */
  readonly request: { readonly key: string; readonly uid: string };
  readonly verdict: 'approved' | 'rejected' | 'withdrawn';
  readonly actor: string;
  readonly comment?: string;
  /** Withdrawn: since when the approval that is taken back was there. */
  readonly undoes?: Instant;
}

/** What a person has written of an object; labels and annotations stay where they are left out. */
export interface Authored {
  readonly spec: JsonObject;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface WriteOptions {
  /** The hub judges what would be written, and keeps nothing. */
  readonly isDry?: boolean;
}

/** One thing that the hub refuses; `field` is a path within the object. */
export interface RefusalCause {
  readonly field?: string;
  readonly message: string;
}

/**
 * How commands write what people author. Refusals of the hub come as Backstage's errors with the hub's message: InputError
 * with `causes: RefusalCause[]`, ConflictError, NotFoundError; ServiceUnavailableError where it does not answer, or does
 * not let us.
 */
export interface HubWriter {
  find(kind: KindName, name: string, namespace?: string): Promise<KubeObject | undefined>;
  create(object: KubeObject & { readonly kind: KindName }, options?: WriteOptions): Promise<KubeObject>;
  /** JSON merge patch of the spec. */
  patchSpec(object: ObjectToWrite, patch: JsonObject): Promise<KubeObject>;
  /** Sets annotations; the others stay. */
  annotate(object: ObjectToWrite, annotations: Readonly<Record<string, string>>): Promise<KubeObject>;
  /** Replaces the spec, and labels and annotations where given; fields that they lack go. */
  replaceAuthored(
    object: ObjectToWrite & { readonly resourceVersion: string },
    authored: Authored,
    options?: WriteOptions,
  ): Promise<KubeObject>;
  /** `absent`: there was nothing to delete. */
  delete(object: ObjectToWrite): Promise<'accepted' | 'absent'>;
  /** `gone`: the request does not exist any more. */
  writeDecision(decision: DecisionOnRequest): Promise<'written' | 'alreadySo' | 'gone'>;
}

/** A refusal by the hub that is nobody's fault who asked: the hub has answered, so nothing was written. */
export const asAnswered = <E extends Error>(error: E): E & { isAnswered: true } =>
  Object.assign(error, { isAnswered: true as const });

export const isAnswered = (error: Error) => 'isAnswered' in error;

/** The message where the hub has not answered; `why` is the cause without the request that met it. */
export const hubSilence = (hub: string, { message, why = message }: Error & { readonly why?: string }) =>
  `Hub "${hub}" does not answer: ${why.replace(/\.$/, '')}. Try again when the hub answers.`;
