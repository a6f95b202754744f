import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

type Overview = Schemas['Overview'];
export type OverviewPart = Schemas['FailedPart']['part'];

/** An answer, with what earlier ones had of the parts that it lacks. */
export interface KeptOverview {
  readonly data: Overview;
  /** Of the parts that were kept: when they were read. */
  readonly keptSince: Readonly<Partial<Record<OverviewPart, string>>>;
}

/** The last good data of a part stays while it cannot be read; that of another hub does not. */
export function keepParts(kept: KeptOverview | undefined, answer: Overview): KeptOverview {
  const before = kept?.data.hub.name === answer.hub.name ? kept : undefined;
  if (before === undefined) return { data: answer, keptSince: {} };
  const keptSince = Object.fromEntries(
    answer.failed.flatMap(({ part }) =>
      answer[part] === undefined && before.data[part] !== undefined
        ? [[part, before.keptSince[part] ?? before.data.asOf]]
        : [],
    ),
  );
  return { data: { ...before.data, ...answer }, keptSince };
}
