import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { gateStatus, isOpenApproval } from '../model/status/gate';
import { sharedTranslationRef } from '../translation/shared';
import { ClampedText } from './ClampedText';
import { PermitButton } from './PermitButton';
import { GateLine } from './pipeline/GateRow';
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
  const { icon, tone } = gateStatus(gate.kind, gate.state);
  return (
    <GateLine icon={icon} tone={tone} title={title} detail={detail} isCounting={gate.state === 'counting'}>
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
    </GateLine>
  );
};
