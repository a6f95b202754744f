import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { isForPeople } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { ReactNode } from 'react';
import { hasUse, type RunAct } from '../../model/run/actUse';
import { runStatus } from '../../model/status/run';
import { actTranslationRef } from '../../translation/act';
import { endsTranslationRef } from '../../translation/ends';
import { Person } from '../Person';
import { useNow, useTimeWords } from '../useTimeWords';

/** What the dialogs read of a run: a row of a list is enough. */
export type RunForDialog = Schemas['RunSummary'] &
  Partial<Pick<Schemas['Run'], 'previousSnapshot' | 'may' | 'pipeline' | 'stateChange'>>;

/** Why an act finds nothing to do, as an address may ask for it all the same: what holds. `undefined`: there is something. */
export function useOffWords(
  run: RunForDialog,
  act: Exclude<RunAct, 'rollback' | 'delete'>,
  clusters?: readonly string[],
): ReactNode {
  const { t } = useTranslationRef(actTranslationRef);
  const words = useStateWords(run);
  if (hasUse(act, run, clusters)) return undefined;
  const isEnd = runStatus(run.state).isEnd;
  const isStopped = run.state === 'stopped' || run.state === 'stopping';
  if (act === 'retry' && !isEnd) return t(clusters === undefined ? 'off.noTrouble' : 'off.noneMoves');
  const isGate = act === 'approve' || act === 'reject';
  return (
    <>
      {words} {isGate && isStopped ? t('off.resumeFirst') : t(`off.${act}`)}
    </>
  );
}

/** State of the run, and since when. */
function useStateWords({ state, endedAt, stateChange }: RunForDialog): ReactNode {
  const { t } = useTranslationRef(actTranslationRef);
  const { t: tEnds } = useTranslationRef(endsTranslationRef);
  const { ago } = useTimeWords();
  const now = useNow();
  switch (state) {
    case 'ended':
      return endedAt === undefined
        ? tEnds('runState.ended')
        : tEnds('runState.endedAgo', { ago: ago(endedAt, now) });
    case 'succeeded':
    case 'failed':
      return endedAt === undefined
        ? t(`runState.${state}`)
        : t(`runState.${state}Ago`, { ago: ago(endedAt, now) });
    case 'stopped':
      if (stateChange?.to !== 'Stop') return t('runState.stopped');
      return t('runState.stoppedBy', {
        ago: ago(stateChange.at, now),
        who: <Person person={stateChange.actor} />,
      });
    case 'couldNotPrepare':
    case 'preparing':
    case 'readyToStart':
    case 'stopping':
      return t(`runState.${state}`);
    default:
      return t('runState.underWay');
  }
}

/** Why a gate waits for nobody now; `undefined`: it does. */
export function useGateOffWords(gate: Schemas['Gate'] | undefined): ReactNode {
  const { t } = useTranslationRef(actTranslationRef);
  const { ago } = useTimeWords();
  const now = useNow();
  if (gate === undefined || !isForPeople(gate)) return undefined;
  const { state, actor, doneAt, comment } = gate;
  const who = <Person person={actor} />;
  switch (state) {
    case 'given':
    case 'approved':
      return doneAt === undefined
        ? t('off.approvedBy', { who })
        : t('off.approvedByAgo', { who, ago: ago(doneAt, now) });
    case 'rejected':
      if (doneAt === undefined) return t('off.rejectedBy', { who });
      return comment
        ? t('off.rejectedWhy', { who, ago: ago(doneAt, now), reason: comment })
        : t('off.rejectedByAgo', { who, ago: ago(doneAt, now) });
    case 'notAsked':
      return t('off.notAsked');
    default:
      return undefined;
  }
}

interface Sending {
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: unknown;
}

/**
 * What holds, but not while one's own act is under way or has failed: its consequence is no obstacle to it, and its cause is
 * said by itself.
 */
export const offUnlessSent = (off: ReactNode, { isPending, isSuccess, error }: Sending): ReactNode =>
  isPending || isSuccess || (error !== null && error !== undefined) ? undefined : off;
