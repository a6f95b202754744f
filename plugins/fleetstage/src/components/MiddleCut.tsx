import Box from '@mui/material/Box';

const TAIL = 8;

/** A name in one line, cut in the middle: both ends tell clusters apart. The full name is the title, and what is copied. */
export const MiddleCut = ({ text }: { text: string }) => {
  const cut = Math.max(0, text.length - TAIL);
  return (
    <Box
      component="span"
      title={text}
      sx={{ display: 'inline-flex', minWidth: 0, maxWidth: '100%', whiteSpace: 'pre' }}
    >
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 }}>
        {text.slice(0, cut)}
      </Box>
      <Box component="span" sx={{ flex: 'none' }}>
        {text.slice(cut)}
      </Box>
    </Box>
  );
};
