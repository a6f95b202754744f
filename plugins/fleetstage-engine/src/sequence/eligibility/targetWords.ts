import { toRfc3339, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { formatVersion } from '../versions/version';
import type { RolloutFacts, TargetFacts } from './targetFacts';

/** `2026-12-05 00:00 UTC`. */
export const timeInWords = (at: Instant) => `${toRfc3339(at).slice(0, 16).replace('T', ' ')} UTC`;

/** What is upgraded: `the control plane`, `node pool "blue"`. */
export const unitInWords = ({ nodePool }: Pick<TargetFacts, 'nodePool'>) =>
  nodePool === undefined ? 'the control plane' : `node pool "${nodePool}"`;

/** Both versions, which each message on a target that does not move has (E §4.4). */
export function versionsInWords(facts: TargetFacts, { version }: Pick<RolloutFacts, 'version'>): string {
  const target = `the target is ${formatVersion(version)}`;
  return facts.unit === undefined
    ? `the version of ${unitInWords(facts)} is unknown, ${target}`
    : `${unitInWords(facts)} runs ${formatVersion(facts.unit.current)}, ${target}`;
}
