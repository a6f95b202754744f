import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Warning from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import { MessageText } from '../../components/MessageText';
import { SectionCard } from '../../components/SectionCard';
import { StatusIcon } from '../../components/StatusChip';
import { sequenceNow } from '../../model/sequences/now';
import { sequenceTranslationRef } from '../../translation/sequence';
import type { Sequence } from './sequenceProps';

/** What is not as it should be, in the sentences of the conditions; nothing where the Now card says it. */
export const SequenceWarnings = ({ sequence }: { sequence: Sequence }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const { kind } = sequenceNow(sequence);
  const degraded = sequence.conditions.find(({ type }) => type === 'Degraded');
  if (degraded?.status !== 'True' || kind === 'warning') return null;
  return (
    <SectionCard title={t('conditions.warnings')}>
      <Box sx={{ display: 'flex', gap: 1, px: 2, py: 1.5, fontSize: 13, overflowWrap: 'anywhere' }}>
        <StatusIcon icon={Warning} tone="warning" />
        <Box sx={{ minWidth: 0 }}>
          <MessageText text={degraded.message} />
        </Box>
      </Box>
    </SectionCard>
  );
};
