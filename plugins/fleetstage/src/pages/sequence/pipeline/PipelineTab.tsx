import Box from '@mui/material/Box';
import type { Sequence } from '../sequenceProps';
import { RolloutsCard } from './RolloutsCard';
import { SequenceColumns } from './SequenceColumns';

/** The stages with what is in them, and all rollouts of the sequence. */
export const PipelineTab = ({ sequence }: { sequence: Sequence }) => (
  <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    <SequenceColumns sequence={sequence} />
    <RolloutsCard sequence={sequence} />
  </Box>
);
