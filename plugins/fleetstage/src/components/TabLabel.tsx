import Box from '@mui/material/Box';

/** The words of a tab, with how much there is behind it. */
export const TabLabel = ({ text, count }: { text: string; count?: number }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
    {text}
    {count !== undefined && (
      <Box
        component="span"
        sx={{
          fontSize: 12,
          lineHeight: '18px',
          px: 0.75,
          minWidth: 20,
          borderRadius: 2.5,
          bgcolor: 'action.hover',
          color: 'text.secondary',
        }}
      >
        {count.toLocaleString()}
      </Box>
    )}
  </Box>
);
