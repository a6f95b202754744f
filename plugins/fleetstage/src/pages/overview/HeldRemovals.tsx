import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useRemovals } from '../../api/placementQueries';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import { overviewTranslationRef } from '../../translation/overview';
import { RemovalsDialog } from './RemovalsDialog';

type HeldRemoval = Schemas['HeldRemoval'];

/** An alarm where the removal of placements waits for a person; nothing where none does. */
export const HeldRemovals = () => {
  const items = useRemovals().data?.items ?? [];
  const [isOpen, setOpen] = useState(false);
  if (items.length === 0) return null;
  return (
    <>
      <RemovalsAlert items={items} onReview={() => setOpen(true)} />
      {isOpen && <RemovalsDialog items={items} onClose={() => setOpen(false)} />}
    </>
  );
};

interface RemovalsAlertProps {
  readonly items: readonly HeldRemoval[];
  readonly onReview: () => void;
}

/** On a telephone the button is below the words, which it would leave half of the width. */
const ALERT = {
  'mb': 2.5,
  'flexWrap': { xs: 'wrap', sm: 'nowrap' },
  '& [class*="MuiAlert-message"]': { flex: '1 1 0', minWidth: 0 },
  '& [class*="MuiAlert-action"]': { flexBasis: { xs: '100%', sm: 'auto' }, ml: { xs: 4, sm: 'auto' }, mr: 0 },
} as const;

const RemovalsAlert = ({ items, onReview }: RemovalsAlertProps) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const { age } = useTimeWords();
  const now = useNow();
  const held = items.filter(({ state }) => state === 'held');
  const [oldest] = held;
  const review = (
    <Button color="inherit" size="small" variant="outlined" onClick={onReview}>
      {t('removals.review')}
    </Button>
  );
  if (oldest === undefined)
    return (
      <Alert severity="warning" variant="outlined" action={review} sx={ALERT}>
        {t('removals.released', { count: items.length })}
      </Alert>
    );
  const isDefinition = held.some(({ cause }) => cause === 'DefinitionDeleted');
  return (
    <Alert severity="error" variant="outlined" role="alert" action={review} sx={ALERT}>
      <AlertTitle sx={{ fontSize: 14, mb: 0 }}>{t('removals.title', { count: held.length })}</AlertTitle>
      {t(isDefinition ? 'removals.definition' : 'removals.tooMany')}{' '}
      {t('removals.body', { age: age(oldest.since, now) })}
    </Alert>
  );
};
