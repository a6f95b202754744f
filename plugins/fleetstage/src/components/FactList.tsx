import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface Fact {
  readonly label: ReactNode;
  readonly value: ReactNode;
}

/** Names and values beside each other. */
export const FactList = ({ facts, width = 96 }: { facts: readonly Fact[]; width?: number }) => (
  <Box
    component="dl"
    sx={{
      display: 'grid',
      gridTemplateColumns: `${width}px minmax(0, 1fr)`,
      gap: '6px 12px',
      m: 0,
      fontSize: 13,
      lineHeight: '18px',
    }}
  >
    {facts.map(({ label, value }, i) => (
      <Box key={i} sx={{ display: 'contents' }}>
        <Box component="dt" sx={{ color: 'text.secondary' }}>
          {label}
        </Box>
        <Box
          component="dd"
          sx={{
            m: 0,
            minWidth: 0,
            overflowWrap: 'anywhere',
          }}
        >
          {value}
        </Box>
      </Box>
    ))}
  </Box>
);
