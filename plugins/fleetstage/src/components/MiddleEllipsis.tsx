import Box from '@mui/material/Box';

const TAIL = 8;
/** Characters that have room in every column: they stay one text, which the browser's own search finds. */
const SHORT = 16;

const ENDS = { overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 } as const;

/** A name in one line, cut in the middle: both ends distinguish clusters. The full name is the title, and what is copied. */
export const MiddleEllipsis = ({ text }: { text: string }) => {
  if (text.length <= SHORT) {
    return (
      <Box component="span" title={text} sx={{ ...ENDS, whiteSpace: 'pre' }}>
        {text}
      </Box>
    );
  }
  const cut = Math.max(0, text.length - TAIL);
  return (
    <Box
      component="span"
      title={text}
      sx={{ display: 'inline-flex', minWidth: 0, maxWidth: '100%', whiteSpace: 'pre' }}
    >
      <Box component="span" sx={ENDS}>
        {text.slice(0, cut)}
      </Box>
      <Box component="span" sx={{ flex: 'none' }}>
        {text.slice(cut)}
      </Box>
    </Box>
  );
};
