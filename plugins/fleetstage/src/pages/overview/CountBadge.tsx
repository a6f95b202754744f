import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { statusTone, type Tone } from '../../model/status/tone';

/** A number beside a title, in the tone of what it counts. */
export const CountBadge = ({ tone, count }: { tone: Tone; count: number }) => {
  const colours = statusTone(useTheme(), tone);
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        minWidth: 20,
        px: 0.75,
        borderRadius: '10px',
        textAlign: 'center',
        fontSize: 12,
        lineHeight: '18px',
        fontWeight: 500,
        color: colours.text,
        bgcolor: colours.surface,
      }}
    >
      {count}
    </Box>
  );
};
