import type { KubeObject, Result } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Why an object cannot be overridden; its author has to correct it (B/WG-069a). */
export interface OverrideFailure {
  /** `invalid`: the rules apply, and what comes out can be no object (B/OV-087). */
  readonly kind: 'failed' | 'invalid';
  /** Names the snapshot of the override, the object, the rule and the operation. */
  readonly message: string;
}

/** What the overrides of one variant make of an object; `undefined`: it is left out there (B/OV-067). Pure. */
export type OverrideObject = (object: KubeObject) => Result<KubeObject | undefined, OverrideFailure>;
