import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { memo, useDeferredValue, useMemo, type ReactNode } from 'react';
import { messageOf, troubleOf } from '../../api/errors';
import { LineSkeleton } from '../../components/LineSkeleton';
import { SectionCard } from '../../components/SectionCard';
import { effectsByPlacement } from '../../model/overrides/effects';
import { overrideEditorTranslationRef } from '../../translation/overrideEditor';
import { PlacementPart } from './PlacementPart';
import type { LiveEffect } from './useOverrideEffect';

interface EffectCardProps {
  readonly effect: LiveEffect;
  /** The text can be read; otherwise the answer is that of the last one that could. */
  readonly isRead: boolean;
}

/** Which clusters of which placements the text would change, and their fields before and after. */
export const EffectCard = ({ effect, isRead }: EffectCardProps) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { lacks, answered, error } = effect;
  const isOld = effect.isOld || !isRead;
  // A key that is pressed while a long answer is drawn comes first.
  const shown = useDeferredValue(answered);
  const isAgain =
    isRead && effect.isOld && error === undefined && answered !== undefined && lacks === undefined;
  return (
    <SectionCard title={t('effect.title')} count={t(isAgain ? 'effect.again' : 'effect.note')}>
      {lacks !== undefined ? (
        <Say>{t(`effect.lacks.${lacks}`)}</Say>
      ) : (
        <>
          {!isRead && <Say>{t('effect.broken')}</Say>}
          {isRead && error && <Failed effect={effect} error={error} />}
          {shown && answered ? (
            <Box aria-busy={isOld} sx={isOld ? DIMMED : undefined}>
              <Answer answered={shown} />
            </Box>
          ) : (
            !error && <Loading />
          )}
        </>
      )}
    </SectionCard>
  );
};

/** Less opacity would take the contrast from small text. */
const DIMMED = { filter: 'saturate(0.3)' };

const Say = ({ children }: { children: ReactNode }) => (
  <Box sx={{ p: 2, fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>{children}</Box>
);

const Loading = () => (
  <Box sx={{ p: 2 }} aria-busy>
    <LineSkeleton />
  </Box>
);

/** With an answer below, a half-typed text is no alarm. */
const Failed = ({ effect: { answered, retry }, error }: { effect: LiveEffect; error: Error }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  if (answered !== undefined) return <Say>{t('effect.unfinished', { message: messageOf(error) })}</Say>;
  const isForbidden = troubleOf(error) === 'forbidden';
  return (
    <Box sx={{ p: 2, fontSize: 13, overflowWrap: 'anywhere' }} role="alert">
      <Box sx={{ fontWeight: 500 }}>{t(isForbidden ? 'effect.forbidden' : 'effect.failed')}</Box>
      <Box sx={{ color: 'text.secondary' }}>{messageOf(error)}</Box>
      {!isForbidden && (
        <Button size="small" variant="outlined" color="inherit" sx={{ mt: 1 }} onClick={() => void retry()}>
          {t('effect.retry')}
        </Button>
      )}
    </Box>
  );
};

/** Drawn for each answer, not for each letter that is typed. */
const Answer = memo(({ answered }: { answered: NonNullable<LiveEffect['answered']> }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { answer, isAsSaved } = answered;
  const placements = useMemo(() => effectsByPlacement(answer), [answer]);
  const { checked, total } = answer;
  const count = placements.filter(one => one.changed > 0).length;
  const nothing = t(isAsSaved ? 'effect.asSaved' : 'effect.nothing');
  const isRolledOut = placements.some(one => one.same > 0);
  return (
    <>
      {(count > 0 || isRolledOut || placements.length === 0) && (
        <Box role="status" sx={{ px: 2, py: 1.25, fontSize: 14, lineHeight: '20px', fontWeight: 500 }}>
          {count > 0 ? t('effect.summary', { count }) : isRolledOut ? t('effect.onlyRollout') : nothing}
        </Box>
      )}
      {placements.map(one => (
        <PlacementPart key={one.key} effect={one} />
      ))}
      {checked < total && <Say>{t('effect.cut', { checked, total })}</Say>}
    </>
  );
});
