import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { ReactNode } from 'react';
import { gateStatus, gateTitle } from '../model/status/gate';
import { sharedTranslationRef } from '../translation/shared';
import { statusTranslationRef } from '../translation/status';
import { Person } from './Person';
import { useNowUntil, useTimeWords } from './useTimeWords';

type Gate = Schemas['Gate'];

interface GateWords {
  readonly title: string;
  readonly detail?: ReactNode;
  readonly quote?: string;
}

/** What a gate says: its state, who and when, and the words that were given. */
export function useGateWords(gate: Gate, clusters: number): GateWords {
  const { t } = useTranslationRef(statusTranslationRef);
  const words = useTimeWords();
  const now = useNowUntil(gate.state === 'counting' ? gate.endsAt : undefined);
  const detail = useDetail(gate, clusters, now);
  const time =
    gate.state === 'counting' && gate.endsAt !== undefined
      ? words.left(gate.endsAt, now)
      : words.duration((gate.waitSeconds ?? 0) * 1000);
  const title = t(gateStatus(gate.kind, gate.state).label, { time, title: gateTitle(gate) });
  return { title, detail, quote: gate.comment };
}

function useDetail(gate: Gate, clusters: number, now: number): ReactNode {
  const { t } = useTranslationRef(sharedTranslationRef);
  const { clock, ago } = useTimeWords();
  const at = (moment: string | undefined) => (moment === undefined ? '' : clock(moment, now));
  switch (gate.state) {
    case 'notAsked':
      if (gate.says) return gate.says;
      if (gate.task === 'before') return t('gate.beforeStage');
      return clusters === 0 ? t('gate.whenEmpty') : t('gate.whenUpdated', { count: clusters });
    case 'asked':
      return gate.askedAt && t('gate.asked', { time: at(gate.askedAt), age: ago(gate.askedAt, now) });
    case 'approved':
    case 'given':
    case 'rejected':
      return t('gate.approvedBy', { who: <Person person={gate.actor} />, time: at(gate.doneAt) });
    case 'waiting': {
      const reason = gate.message ?? '';
      const from = at(gate.beganAt);
      return gate.endsAt
        ? t('gate.shutUntil', { reason, from, to: at(gate.endsAt) })
        : t('gate.shut', { reason, from });
    }
    case 'passed':
      return gate.doneAt && t('gate.passed', { time: at(gate.doneAt) });
    case 'wrongGeneration':
    case 'notReached':
    case 'cutShort':
      return gate.message;
    case 'notBegun':
      return clusters === 0 ? t('gate.startsEmpty') : t('gate.startsUpdated', { count: clusters });
    case 'counting':
      return gate.beganAt && t('gate.counting', { from: at(gate.beganAt), to: at(gate.endsAt) });
    default:
      return (
        gate.beganAt && t('gate.elapsed', { from: at(gate.beganAt), to: at(gate.doneAt ?? gate.endsAt) })
      );
  }
}
