import Box from '@mui/material/Box';

/** Of a tab under the pointer: the portal's ground is nearly white, on dark pages too, where no label can be read on it. */
export const TAB_HOVER = { color: 'text.primary', backgroundColor: 'action.hover' };

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
