import {
  apiVersionOf,
  contentHash,
  derivedName,
  toRfc3339,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { sentence } from '../../words';

/** A line of the timeline of a sequence or a rollout, as far as an Event says it. */
export interface ToldLine {
  /** Of the timeline: the same line is the same Event. */
  readonly id: number;
  readonly kind: 'RolloutSequence' | 'Rollout';
  readonly name: string;
  readonly event: string;
  readonly stage?: string;
  readonly message: string;
  readonly isWarning: boolean;
  readonly at: Instant;
}

export interface ToldObject {
  readonly kind: 'RolloutSequence' | 'Rollout';
  readonly name: string;
  readonly uid: string;
}

const REPORTER = 'rollout-sequence-controller';
/** Where Kubernetes keeps the Events of objects without a namespace. */
const CLUSTER_SCOPED = 'default';
/** A wave of clusters is one Event with a count from this many on. */
const WAVE = 4;

/** Lines of one reason, object and stage are one Event, where they are many: a stage may have a thousand clusters (E §8). */
export function foldLines(lines: readonly ToldLine[]): readonly (readonly [ToldLine, ...ToldLine[]])[] {
  const groups = new Map<string, [ToldLine, ...ToldLine[]]>();
  for (const line of lines) {
    const key = `${line.kind}/${line.name}/${line.event}/${line.stage ?? ''}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [line]);
    else known.push(line);
  }
  return [...groups.values()].flatMap((group): (readonly [ToldLine, ...ToldLine[]])[] =>
    group.length < WAVE ? group.map(line => [line]) : [group],
  );
}

/** The Event of a line, or of several that were folded, as `kubectl describe` shows it (E §8). */
export function projectSequenceEvent(
  { kind, name, uid }: ToldObject,
  lines: readonly [ToldLine, ...ToldLine[]],
): KubeObject {
  const [first] = lines;
  const last = lines.at(-1) ?? first;
  const rest = lines.length - 1;
  const message =
    rest === 0 ? first.message : sentence(`${first.message.replace(/\.$/, '')}, and ${rest} more like it`);
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      name: derivedName([name, first.event], contentHash([uid, first.event, first.id])),
      namespace: CLUSTER_SCOPED,
    },
    involvedObject: { apiVersion: apiVersionOf(kind), kind, name, uid },
    type: lines.some(({ isWarning }) => isWarning) ? 'Warning' : 'Normal',
    ...{ reason: first.event, message },
    source: { component: REPORTER },
    reportingComponent: REPORTER,
    count: lines.length,
    firstTimestamp: toRfc3339(first.at),
    lastTimestamp: toRfc3339(last.at),
  };
}
