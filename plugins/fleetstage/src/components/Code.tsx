import Box from '@mui/material/Box';

/** A label, a field, a command inside of a sentence. */
export const Code = ({ children }: { children: string }) => (
  <Box component="code" sx={{ fontFamily: 'monospace', fontSize: '0.92em', overflowWrap: 'anywhere' }}>
    {children}
  </Box>
);

/** A label or a taint that stands by itself. */
export const CodeChip = ({ children, isBad = false }: { children: string; isBad?: boolean }) => (
  <Box
    component="code"
    sx={{
      fontFamily: 'monospace',
      fontSize: 12,
      lineHeight: '20px',
      px: 1,
      borderRadius: 2.5,
      bgcolor: 'action.hover',
      border: 1,
      borderColor: isBad ? 'warning.main' : 'transparent',
      overflowWrap: 'anywhere',
      maxWidth: '100%',
    }}
  >
    {children}
  </Box>
);
