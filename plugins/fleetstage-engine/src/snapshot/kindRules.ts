import {
  failure,
  ok,
  type GroupVersionKind,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** Which kinds an entry of the configuration means; what is left out means any. */
export interface KindPattern {
  readonly group: string;
  readonly version?: string;
  readonly kinds?: readonly string[];
}

/** What the configuration says about selection; absent: KubeFleet's own lists alone. */
export interface SelectionRules {
  /** Namespaces of which nothing is placed, besides `default` and reserved ones (A/PL-221). */
  readonly skippedNamespaces?: readonly string[];
  /** Never placed, besides the built-in list (A/PL-220). */
  readonly skippedKinds?: readonly KindPattern[];
  /** With this list nothing else is placed, and the built-in list does not count (A/PL-220, SEL-004). */
  readonly allowedKinds?: readonly KindPattern[];
  /** Kinds that change who may do what on a cluster and are placed all the same (decision 0026). */
  readonly privilegedKinds?: readonly KindPattern[];
  /** An annotated ConfigMap is an envelope of the objects in its values; else it is a ConfigMap (RUL 54). */
  readonly configMapEnvelopes?: boolean;
}

const VERSION = /^v\d+((alpha|beta)\d+)?$/;
const GROUP = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const KIND = /^[A-Z][A-Za-z0-9]*$/;

/**
 * Reads one entry (A/PL-220).
 *
 *   example.com                    → every kind of the group
 *   example.com/v1                 → of this version
 *   example.com/v1/Widget,Gadget   → these two
 *   v1/ConfigMap,Secret            → of the core group
 */
export function parseKindPattern(text: string): Result<KindPattern> {
  const parts = text.trim().split('/');
  const isCore = VERSION.test(parts[0]);
  const [group, version, kindList] = isCore ? ['', ...parts] : parts;
  const isWhole = isCore ? parts.length === 2 : parts.length <= 3;
  const kinds = kindList?.split(',').map(kind => kind.trim());
  const isGood =
    isWhole &&
    (isCore || GROUP.test(group)) &&
    (version === undefined || VERSION.test(version)) &&
    (kinds ?? []).every(kind => KIND.test(kind));
  if (!isGood)
    return failure(
      `"${text}" is no kind: write a group (example.com), group/version (example.com/v1), group/version/Kind,Kind, or v1/Kind,Kind for the core group`,
    );
  return ok({ group, ...(version !== undefined && { version }), ...(kinds && { kinds }) });
}

export const matchesKind = (pattern: KindPattern, { group, version, kind }: GroupVersionKind) =>
  pattern.group === group &&
  (pattern.version === undefined || pattern.version === version) &&
  (pattern.kinds === undefined || pattern.kinds.includes(kind));
