import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { Base } from './edited';

type Line = Schemas['TimelineEvent'];

/**
 * The line of whoever has made what is live of what the base was. None where the change did not go through Fleetstage: the
 * newest line is about another one then, of before the base was read or of another generation.
 */
export function changeLine(lines: readonly Line[], base: Base, live: Base): Line | undefined {
  const readAt = Date.parse(base.readAt ?? '');
  return lines.find(
    ({ event, at, generation }) =>
      event === 'placementUpdated' &&
      Date.parse(at) > readAt &&
      (generation === undefined || generation === live.shown?.generation),
  );
}
