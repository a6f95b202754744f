import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useId } from 'react';
import { useRefusal } from '../../../components/PermitButton';
import { taintInWords } from '../../../model/placement/why';
import { evictionsTranslationRef } from '../../../translation/evictions';

interface TaintFirstProps {
  readonly foresight: Schemas['EvictionForesight'];
  /** The cluster has the taint. */
  readonly isThere: boolean;
  readonly isTainted: boolean;
  readonly onChange: (isTainted: boolean) => void;
}

/** Keeps the placement off the cluster; needs the right to change the cluster, and says so. */
export const TaintFirst = ({ foresight, isThere, isTainted, onChange }: TaintFirstProps) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const { cluster, taint, mayTaint } = foresight;
  const refusal = useRefusal(mayTaint);
  const help = useId();
  const why = isThere
    ? t('evict.tainted', { cluster })
    : (refusal ?? t('evict.taintHelp', { taint: taintInWords(taint) }));
  return (
    <Box sx={{ mt: 1 }}>
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={isTainted && !isThere}
            disabled={isThere || refusal !== undefined}
            onChange={event => onChange(event.target.checked)}
            inputProps={{ 'aria-describedby': help }}
          />
        }
        label={<Box sx={{ fontSize: 14, overflowWrap: 'anywhere' }}>{t('evict.taint', { cluster })}</Box>}
      />
      <Box
        id={help}
        sx={{
          ml: 4,
          fontSize: 12,
          lineHeight: '16px',
          color: 'text.secondary',
          overflowWrap: 'anywhere',
        }}
      >
        {why}
      </Box>
    </Box>
  );
};
