import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import SearchOff from '@mui/icons-material/SearchOff';
import type { ReactNode } from 'react';
import { sharedTranslationRef } from '../translation/shared';
import { EmptyState } from './EmptyState';
import { Person } from './Person';
import { useNow, useTimeWords } from './useTimeWords';

interface GoneStateProps {
  readonly kind: 'run' | 'placement';
  readonly name: string;
  /** What is kept of its history, newest first; nothing while it loads. */
  readonly events: readonly Schemas['TimelineEvent'][] | undefined;
  readonly actions: ReactNode;
}

/** A link to something that is gone: since when and by whom, as far as its history says. */
export const GoneState = ({ kind, name, events, actions }: GoneStateProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  if (events === undefined || events.length === 0) {
    return (
      <EmptyState
        icon={SearchOff}
        title={t(`gone.${kind}.unknown`, { name })}
        body={events && t('gone.noHistory')}
        actions={actions}
      />
    );
  }
  return (
    <EmptyState
      icon={SearchOff}
      title={<Deleted kind={kind} event={events.find(({ event }) => event === 'gone')} />}
      body={t('gone.kept', { name })}
      actions={actions}
    />
  );
};

interface DeletedProps extends Pick<GoneStateProps, 'kind'> {
  readonly event: Schemas['TimelineEvent'] | undefined;
}

const Deleted = ({ kind, event }: DeletedProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const { ago } = useTimeWords();
  const now = useNow();
  if (event === undefined) return <>{t(`gone.${kind}.deleted`)}</>;
  const age = ago(event.at, now);
  return event.actor.ref === 'engine' ? (
    <>{t(`gone.${kind}.deletedAt`, { age })}</>
  ) : (
    <>{t(`gone.${kind}.deletedBy`, { age, who: <Person person={event.actor} /> })}</>
  );
};
