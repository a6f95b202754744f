import {
  fromRfc3339,
  instant,
  plus,
  toRfc3339,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  endOfSupportOf,
  formatMinor,
  maintenanceCalendar,
  predictRollout,
  projectProgress,
  timeoutOf,
  type ClusterView,
  type MaintenanceRules,
  type SequencePass,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { InputError } from '@backstage/errors';
import type { Answer, Asked, Schemas } from '../contract';
import { checkHub, reading, stampOf, type QueryDeps } from '../queryDeps';
import { readSequence } from './readSequences';
import { missingSequence } from './sequences';
import { passOf } from './versionRollouts';

type Entry = Schemas['CalendarEntry'];

interface Range {
  readonly start: Instant;
  readonly end: Instant;
}

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 90;
/** RFC 3339 has four digits for a year. */
const LAST = instant(Date.UTC(9999, 0, 1));

/** What comes in the next days of a sequence, by start (E/UI-005). */
export async function getSequenceCalendar(
  deps: QueryDeps,
  asked: Asked<'/sequences/{name}/calendar'>,
): Promise<Answer<'/sequences/{name}/calendar'>> {
  checkHub(deps, asked);
  const read = await reading(deps, tx => readSequence(tx, deps, asked.name));
  if (read === undefined) throw missingSequence(deps, asked.name);
  const range = rangeOf(deps, asked);
  const pass = passOf(deps, read);
  const items = pass === undefined ? [] : entriesOf(pass, range);
  return {
    ...stampOf(deps),
    from: toRfc3339(range.start),
    to: toRfc3339(range.end),
    items: items.sort((a, b) => (a.start === b.start ? 0 : a.start < b.start ? -1 : 1)),
  };
}

function rangeOf(
  { clock }: QueryDeps,
  { from, days = DEFAULT_DAYS }: { readonly from?: string; readonly days?: number },
): Range {
  const start = from === undefined ? clock.now() : fromRfc3339(from);
  if (start === undefined)
    throw new InputError(`from "${from}" is no time; give it as in 2026-12-01T00:00:00Z, or leave it out`);
  const end = plus(start, days * DAY_MS);
  if (end > LAST) throw new InputError(`from "${from}" is too late; name a day before the year 9999`);
  return { start, end };
}

function entriesOf(pass: SequencePass, range: Range): Entry[] {
  const views = pass.assignment.stages.flatMap(({ clusters }) =>
    clusters.flatMap(name => {
      const view = pass.clusters.get(name);
      return view === undefined ? [] : [view];
    }),
  );
  const isIn = ({ start }: Entry) => {
    const at = fromRfc3339(start) ?? 0;
    return at >= range.start && at < range.end;
  };
  return [...maintenanceOf(views, range), ...[...rolloutsOf(pass), ...supportOf(pass, views)].filter(isIn)];
}

function maintenanceOf(views: readonly ClusterView[], range: Range): Entry[] {
  const policies = new Map<string, MaintenanceRules>();
  const counts = new Map<string, number>();
  for (const { cluster } of views)
    for (const policy of cluster.policies) {
      policies.set(policy.name, policy);
      counts.set(policy.name, (counts.get(policy.name) ?? 0) + 1);
    }
  return maintenanceCalendar([...policies.values()], range).map((entry): Entry => ({
    kind: entry.kind,
    policy: entry.policy,
    name: entry.name,
    start: toRfc3339(entry.start),
    ...(entry.end !== undefined && { end: toRfc3339(entry.end) }),
    ...(entry.kind === 'Exclusion' && {
      scope: entry.scope,
      ...(entry.reason !== undefined && { reason: entry.reason }),
      ...(entry.end === undefined && { untilEndOfSupport: true }),
    }),
    clusterCount: counts.get(entry.policy) ?? 0,
  }));
}

function rolloutsOf(pass: SequencePass): Entry[] {
  return pass.state.rollouts.flatMap(rollout => {
    const { name, memory } = rollout;
    if (memory === undefined) return [];
    const timeout = timeoutOf(pass, memory);
    const finish = predictRollout(pass, rollout);
    const soaks = projectProgress(memory).stages.flatMap((stage): Entry[] =>
      stage.soakEndTime === undefined || stage.endTime !== undefined
        ? []
        : [{ kind: 'SoakEnd', start: stage.soakEndTime, rollout: name, stage: stage.name }],
    );
    return [
      ...soaks,
      ...(timeout === undefined
        ? []
        : [
            {
              ...{ kind: 'ForcedSoak' as const, start: toRfc3339(timeout.at), rollout: name },
              ...{ stage: timeout.stage, onTimeout: timeout.action },
            },
          ]),
      ...(finish === undefined
        ? []
        : [{ kind: 'PredictedFinish' as const, start: toRfc3339(finish), rollout: name }]),
    ];
  });
}

/** Of the minors that its clusters run. */
function supportOf({ state }: SequencePass, views: readonly ClusterView[]): Entry[] {
  const { catalog } = state;
  if (!catalog.ok) return [];
  const ends = new Map<string, Entry & { clusterCount: number }>();
  for (const { controlPlane } of views) {
    const current = controlPlane?.unit?.current;
    const end = current && endOfSupportOf(catalog.value, current);
    if (current === undefined || end === undefined) continue;
    const minor = formatMinor(current);
    const clusterCount = (ends.get(minor)?.clusterCount ?? 0) + 1;
    ends.set(minor, { kind: 'EndOfSupport', start: toRfc3339(end), minor, clusterCount });
  }
  return [...ends.values()];
}
