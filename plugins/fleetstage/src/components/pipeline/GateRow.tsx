import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { StatusLook } from '../../model/status/words';
import { StatusIcon } from '../StatusChip';

interface GateRowProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly isSolid?: boolean;
}

/** What holds a stage, before or after its clusters. */
export const GateRow = ({ title, children, isSolid = false }: GateRowProps) => (
  <Box
    sx={{
      px: 2,
      pt: 1.5,
      pb: 1.75,
      minWidth: 0,
      borderTop: 1,
      borderTopStyle: isSolid ? 'solid' : 'dashed',
      borderColor: 'divider',
    }}
  >
    <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', mb: 0.5 }}>{title}</Box>
    {children}
  </Box>
);

/** Nothing holds it. */
export const NoGate = ({ children }: { children: ReactNode }) => (
  <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{children}</Box>
);

interface GateLineProps extends Pick<StatusLook, 'icon' | 'tone'> {
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** The title counts down. */
  readonly isCounting?: boolean;
  readonly children?: ReactNode;
}

/** A wait or another gate: icon, state, how long; below it what one can press. */
export const GateLine = ({ icon, tone, title, detail, isCounting = false, children }: GateLineProps) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', columnGap: 1, py: 0.75 }}>
    <Box sx={{ pt: '1px', display: 'flex' }}>
      <StatusIcon icon={icon} tone={tone} size={18} />
    </Box>
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box
        role={isCounting ? 'timer' : undefined}
        aria-live="off"
        sx={{ fontWeight: 500, fontSize: 13, lineHeight: '18px' }}
      >
        {title}
      </Box>
      {detail && <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{detail}</Box>}
      {children}
    </Box>
  </Box>
);
