import {
  parseKindPattern,
  PRIVILEGED_GROUPS,
  type KindPattern,
  type SelectionRules,
  type SnapshotPace,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { ConfigNode } from './configNode';

/** `fleetstage.capture`: when what placements select is captured, and what never is. */
export interface CaptureSettings extends SnapshotPace {
  readonly debounceMs: number;
  readonly maxMs: number;
  readonly rules: SelectionRules;
}

const KEYS = [
  'debounceMs',
  'maxMs',
  'minimumIntervalMs',
  'collectionMs',
  'skippedKinds',
  'allowedKinds',
  'privilegedKinds',
  'configMapEnvelopes',
  'skippedNamespaces',
];
/** KubeFleet's upper bounds (A/PL-225, PL-226). */
const MAX_INTERVAL_MS = 300_000;
const MAX_COLLECTION_MS = 60_000;
const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

export function readCapture(capture: ConfigNode): CaptureSettings {
  capture.allow(KEYS);
  const debounceMs = capture.at('debounceMs').count({ fallback: 250, min: 0 });
  const maxMs = capture.at('maxMs').count({ fallback: Math.max(2_000, debounceMs), min: 0 });
  if (maxMs < debounceMs) capture.at('maxMs').problem(`is below debounceMs: use ${debounceMs} or more`);
  return {
    debounceMs,
    maxMs,
    minimumIntervalMs: upTo(capture.at('minimumIntervalMs'), MAX_INTERVAL_MS),
    collectionMs: upTo(capture.at('collectionMs'), MAX_COLLECTION_MS),
    rules: readRules(capture),
  };
}

function upTo(node: ConfigNode, max: number): number {
  const value = node.count({ fallback: 0, min: 0 });
  if (value > max) node.problem(`is ${value}: use ${max} or less`);
  return value;
}

/** A/PL-220, PL-221, RUL 54. */
function readRules(capture: ConfigNode): SelectionRules {
  const skipped = capture.at('skippedKinds');
  const allowed = capture.at('allowedKinds');
  if (skipped.isSet() && allowed.isSet())
    allowed.problem('and skippedKinds exclude each other: keep one of the two');
  const privileged = capture.at('privilegedKinds');
  if (privileged.isSet() && allowed.isSet())
    privileged.problem(
      'and allowedKinds exclude each other: keep allowedKinds, which names all that is placed',
    );
  return {
    ...(skipped.isSet() && { skippedKinds: readKinds(skipped) }),
    ...(allowed.isSet() && { allowedKinds: readKinds(allowed) }),
    ...(privileged.isSet() && { privilegedKinds: readPrivileged(privileged) }),
    configMapEnvelopes: capture.at('configMapEnvelopes').flag(false),
    skippedNamespaces: readNamespaces(capture.at('skippedNamespaces')),
  };
}

const readKinds = (node: ConfigNode): KindPattern[] =>
  node.items().flatMap(item => {
    const text = item.optionalText();
    if (text === undefined) return [];
    const pattern = parseKindPattern(text);
    if (!pattern.ok) item.problem(`cannot be used: ${pattern.error}`);
    return pattern.ok ? [pattern.value] : [];
  });

function readPrivileged(node: ConfigNode): KindPattern[] {
  const patterns = readKinds(node);
  const other = patterns.find(({ group }) => !PRIVILEGED_GROUPS.includes(group));
  if (other)
    node.problem(
      `names the group "${other.group}", which is placed anyway: use ${PRIVILEGED_GROUPS.join(', ')}`,
    );
  return patterns;
}

const readNamespaces = (node: ConfigNode): string[] =>
  node.items().flatMap(item => {
    const name = item.optionalText();
    if (name === undefined || NAMESPACE.test(name)) return name ?? [];
    item.problem(`is "${name}": write the name of a namespace, such as internal`);
    return [];
  });
