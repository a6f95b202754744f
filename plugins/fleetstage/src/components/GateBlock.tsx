import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { isOpenApproval } from '../model/status/gate';
import { sharedTranslationRef } from '../translation/shared';
import { GateIcon } from './chips';
import { ClampedText } from './ClampedText';
import { PermitButton } from './PermitButton';
import { useGateWords } from './useGateWords';

/** Characters in a column of the pipeline. */
const TWO_LINES = 80;

interface GateBlockProps {
  readonly gate: Schemas['Gate'];
  /** Clusters of its stage. */
  readonly clusters: number;
  /** Opens the Approve dialog. */
  readonly onReview?: (gate: Schemas['Gate']) => void;
  /** Takes an own approval back while nothing has begun. */
  readonly onTakeBack?: (gate: Schemas['Gate']) => void;
}

/** A gate: icon, kind, state, who and when, the comment; Review while it waits for a person. */
export const GateBlock = ({ gate, clusters, onReview, onTakeBack }: GateBlockProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const { title, detail, quote } = useGateWords(gate, clusters);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', columnGap: 1, py: 0.75 }}>
      <Box sx={{ pt: '1px', display: 'flex' }}>
        <GateIcon kind={gate.kind} state={gate.state} size={18} />
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box
          role={gate.state === 'counting' ? 'timer' : undefined}
          aria-live="off"
          sx={{ fontWeight: 500, fontSize: 13, lineHeight: '18px' }}
        >
          {title}
        </Box>
        {detail && <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{detail}</Box>}
        {quote && (
          <Box sx={{ fontSize: 12, lineHeight: '16px', mt: 0.5 }}>
            <ClampedText text={t('gate.quote', { text: quote })} cutFrom={TWO_LINES} />
          </Box>
        )}
        {onReview && isOpenApproval(gate) && (
          <PermitButton
            permit={{ isAllowed: true }}
            size="small"
            variant="outlined"
            color="inherit"
            onClick={() => onReview(gate)}
            sx={{ mt: 1 }}
          >
            {t(gate.state === 'wrongGeneration' ? 'gate.approveCorrectly' : 'gate.review')}
          </PermitButton>
        )}
        {onTakeBack && gate.mayWithdraw?.isAllowed && (
          <PermitButton
            permit={gate.mayWithdraw}
            size="small"
            onClick={() => onTakeBack(gate)}
            sx={{ mt: 0.5, ml: -0.5 }}
          >
            {t('gate.takeBack')}
          </PermitButton>
        )}
      </Box>
    </Box>
  );
};
