import Box from '@mui/material/Box';

/** The words of a tab, with how much there is behind it. */
export const TabLabel = ({ text, count }: { text: string; count?: number | string }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
    {/* The space is for those who hear it. */}
    {`${text} `}
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
        {typeof count === 'number' ? count.toLocaleString() : count}
      </Box>
    )}
  </Box>
);
