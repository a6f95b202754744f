import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';

/** Cells that narrow screens show in the first column, not in their own. */
export const BelowSm = ({ children }: { children: ReactNode }) => {
  // Asked here rather than in a style: what is not shown costs a list of hundred rows as much as what is.
  const isNarrow = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  return isNarrow ? <Box sx={{ mt: 0.25, minWidth: 0 }}>{children}</Box> : null;
};
