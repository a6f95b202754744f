import type { SequenceEvent, SequenceEventName } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import type { HubKey } from '../keys';
import { appendTimeline, type TimelineEvent } from '../timelineStore';

/** Kinds of subjects of the timeline. */
export const SEQUENCE = 'RolloutSequence' as const;
export const ROLLOUT = 'Rollout' as const;

/** These belong to the sequence alone, or to it as well as to the rollout that they are about (E §8). */
const OF_BOTH: readonly SequenceEventName[] = [
  'RolloutCreated',
  'RolloutWaiting',
  'RolloutPaused',
  'RolloutResumed',
  'RolloutSuperseded',
  'RolloutCancelled',
  'RolloutCompleted',
];

/** Lines of the timelines of a sequence and, where there is one, of a rollout of it. */
export async function appendSequenceEvents(
  tx: Tx,
  sequence: HubKey,
  events: readonly SequenceEvent[],
  rollout?: string,
): Promise<void> {
  await appendTimeline(
    tx,
    sequence.hub,
    events.flatMap(event => linesOf(sequence.name, event, rollout)),
  );
}

function linesOf(sequence: string, event: SequenceEvent, rollout = event.rollout): readonly TimelineEvent[] {
  const { stage, cluster, nodePool, message, isWarning } = event;
  const line = {
    event: event.event,
    actor: 'engine',
    message,
    ...(stage !== undefined && { stage }),
    ...(cluster !== undefined && { cluster }),
  };
  const data = {
    ...(nodePool !== undefined && { nodePool }),
    ...(isWarning && { isWarning }),
  };
  const isOfSequence = rollout === undefined || OF_BOTH.includes(event.event);
  return [
    ...(rollout === undefined
      ? []
      : [{ ...line, subjectKind: ROLLOUT, subjectName: rollout, data: { ...data, sequence } }]),
    ...(isOfSequence
      ? [
          {
            ...line,
            subjectKind: SEQUENCE,
            subjectName: sequence,
            data: { ...data, ...(rollout !== undefined && { rollout }) },
          },
        ]
      : []),
  ];
}
