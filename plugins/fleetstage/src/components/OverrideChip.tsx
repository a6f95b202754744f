import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorIcon from '@mui/icons-material/Error';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Sync from '@mui/icons-material/Sync';
import { StatusChip } from './StatusChip';
import { overridesTranslationRef } from '../translation/overrides';

type Status = Schemas['OverrideStatus'];

export const OVERRIDE_STATES = {
  failed: { tone: 'error', icon: ErrorIcon },
  pending: { tone: 'info', icon: Sync },
  applied: { tone: 'success', icon: CheckCircle },
  unused: { tone: 'neutral', icon: RadioButtonUnchecked },
} as const;

/** Where an override is applied: icon, words and count. */
export const OverrideChip = ({ status, size }: { status: Status; size?: 'small' | 'medium' }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const { state } = status;
  const label = state === 'unused' ? t('chip.unused') : t(`chip.${state}`, { count: status[state] });
  return <StatusChip {...OVERRIDE_STATES[state]} label={label} size={size} />;
};

/** The other counts beside the chip, or why it is not used; nothing where the chip says all. */
export function useStatusNote({ state, applied, pending, unusedBecause }: Status): string | undefined {
  const { t } = useTranslationRef(overridesTranslationRef);
  if (state === 'unused') return unusedBecause && t(`unused.${unusedBecause}`);
  const also = [
    ...(state !== 'applied' && applied > 0 ? [t('chipAlso.applied', { n: applied })] : []),
    ...(state === 'failed' && pending > 0 ? [t('chipAlso.pending', { n: pending })] : []),
  ];
  return also.length === 0 ? undefined : also.join(', ');
}
