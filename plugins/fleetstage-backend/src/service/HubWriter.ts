import type {
  Instant,
  JsonObject,
  KindName,
  KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';

export interface ObjectToWrite {
  readonly kind: KindName;
  readonly name: string;
  /** Only this object; a later one of the same name is refused. */
  readonly uid?: string;
  /** Only where nobody has written since. */
  readonly resourceVersion?: string;
}

/** What a person has decided on a gate, for its request on the hub. */
export interface DecisionOnRequest {
  readonly request: { readonly name: string; readonly uid: string };
  readonly verdict: 'approved' | 'rejected' | 'withdrawn';
  readonly actor: string;
  readonly comment?: string;
  /** Withdrawn: since when the approval stood that is taken back. */
  readonly undoes?: Instant;
}

/**
 * How commands write what people author. Refusals of the hub come as Backstage's errors with the hub's own words:
 * InputError, ConflictError, NotFoundError; ServiceUnavailableError where it does not answer, or does not let us.
 */
export interface HubWriter {
  find(kind: KindName, name: string): Promise<KubeObject | undefined>;
  create(object: KubeObject & { readonly kind: KindName }): Promise<KubeObject>;
  /** JSON merge patch of the spec. */
  patchSpec(object: ObjectToWrite, patch: JsonObject): Promise<KubeObject>;
  /** The spec becomes this one; fields that it lacks go. */
  replaceSpec(
    object: ObjectToWrite & { readonly resourceVersion: string },
    spec: JsonObject,
  ): Promise<KubeObject>;
  /** `gone`: the request does not exist any more. */
  writeDecision(decision: DecisionOnRequest): Promise<'written' | 'alreadySo' | 'gone'>;
}
