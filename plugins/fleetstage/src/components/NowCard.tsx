import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { statusTone, type Tone } from '../model/status/tone';
import { AnnounceText } from './Announcer';
import { NOW_ACTS } from './useReturnFocus';

export interface NowFact {
  readonly label?: ReactNode;
  readonly value: ReactNode;
}

export interface NowCardProps {
  readonly tone: Tone;
  /** Subject, verb, age. */
  readonly title: ReactNode;
  /** The title is a sentence of the engine, and a name at its beginning keeps its letters. */
  readonly isVerbatim?: boolean;
  readonly consequence?: ReactNode;
  readonly facts?: readonly NowFact[];
  readonly actions?: ReactNode;
  /** Before the title, e.g. a dial. */
  readonly aside?: ReactNode;
  /** On small screens the acts are in a bar at the bottom. */
  readonly hidesActionsWhenSmall?: boolean;
}

const acts = {
  display: 'flex',
  flexDirection: { xs: 'row', md: 'column' },
  flexWrap: 'wrap',
  gap: 1,
  minWidth: { md: 190 },
} as const;
const hiddenWhenSmall = { ...acts, display: { xs: 'none', sm: 'flex' } } as const;

/** What waits, why, since when, who can act, what to press; or that nothing is needed. */
export const NowCard = ({
  tone,
  title,
  isVerbatim = false,
  consequence,
  facts = [],
  actions,
  aside,
  hidesActionsWhenSmall,
}: NowCardProps) => {
  const colours = statusTone(useTheme(), tone);
  const id = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      variant="outlined"
      sx={{
        borderRadius: 2,
        borderLeft: `4px solid ${colours.icon}`,
        px: { xs: 2, sm: 2.5 },
        py: 2,
        display: 'flex',
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        alignItems: 'center',
        gap: { xs: 1.5, md: 3 },
      }}
    >
      <AnnounceText place="now" text={title} />
      {aside}
      <Box sx={{ flex: 1, minWidth: { xs: '100%', sm: 280 } }}>
        <Typography
          id={id}
          component="h2"
          sx={{
            'fontSize': 18,
            'lineHeight': '26px',
            'fontWeight': 500,
            'overflowWrap': 'anywhere',
            '&::first-letter': isVerbatim ? undefined : { textTransform: 'uppercase' },
          }}
        >
          {title}
        </Typography>
        {consequence && (
          <Box sx={{ fontSize: 13, lineHeight: '20px', overflowWrap: 'anywhere' }}>{consequence}</Box>
        )}
        <Facts facts={facts} />
      </Box>
      {actions && (
        <Box {...NOW_ACTS} sx={hidesActionsWhenSmall ? hiddenWhenSmall : acts}>
          {actions}
        </Box>
      )}
    </Paper>
  );
};

const Facts = ({ facts }: { facts: readonly NowFact[] }) =>
  facts.length === 0 ? null : (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px 28px', m: 0, mt: 1.5 }}>
      {facts.map((fact, index) => (
        <Box key={index} sx={{ minWidth: 0, maxWidth: '100%' }}>
          <Box component="dt" sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', mb: 0.25 }}>
            {fact.label}
          </Box>
          <Box
            component="dd"
            sx={{
              'm': 0,
              'fontSize': 13,
              'lineHeight': '20px',
              'overflowWrap': 'anywhere',
              '& > a': { display: 'inline-block', lineHeight: '24px' },
            }}
          >
            {fact.value}
          </Box>
        </Box>
      ))}
    </Box>
  );
