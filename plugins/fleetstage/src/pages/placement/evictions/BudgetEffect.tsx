import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Shield from '@mui/icons-material/Shield';
import Box from '@mui/material/Box';
import { messageOf } from '../../../api/errors';
import { useBudgetForesight } from '../../../api/evictionQueries';
import { Consequence } from '../../../components/acts/Consequence';
import { useDebounced } from '../../../components/useDebounced';
import type { Limits } from '../../../model/evictions/budget';
import type { Placement } from '../../../model/placement/now';
import { evictionsTranslationRef } from '../../../translation/evictions';

interface BudgetEffectProps {
  readonly placement: Placement;
  readonly limits?: Limits;
}

const TYPING_MS = 300;

/** What a limit would come to now, by the engine's arithmetic. */
export const BudgetEffect = ({ placement, limits }: BudgetEffectProps) => (
  // As high as its longest sentence, so that the buttons below stay where they are.
  <Box sx={{ mt: 2, minHeight: 64 }} aria-live="polite">
    {limits ? <Effect placement={placement} limits={limits} /> : <Nothing />}
  </Box>
);

const Nothing = () => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  return <Consequence icon={Shield} title={t('edit.unset')} />;
};

const Effect = ({ placement, limits }: Required<BudgetEffectProps>) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const wanted = JSON.stringify(limits);
  const asked = useDebounced(wanted, TYPING_MS);
  const { data, error } = useBudgetForesight(placement, JSON.parse(asked) as Limits);
  if (error && !data)
    return <Consequence icon={Shield} title={t('edit.askFailed', { message: messageOf(error) })} />;
  if (!data || asked !== wanted) return <Consequence icon={Shield} title={t('edit.asking')} />;
  const { allowed, sentence } = data.budget;
  return (
    <Consequence
      icon={Shield}
      title={allowed > 0 ? t('edit.possible', { count: allowed }) : t('edit.blocked')}
    >
      {t('edit.sentence', { sentence })}
    </Consequence>
  );
};
