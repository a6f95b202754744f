import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useState, type ReactNode } from 'react';
import { statusTone, type Tone } from '../../model/status/tone';
import type { StagePlace } from './StageList';

/** Opens and folds a stage where stages are below each other. */
export interface StageFold {
  readonly isOpen: boolean;
  readonly onToggle?: () => void;
}

interface StageFrameProps extends StagePlace {
  readonly name: string;
  /** As it is read out: name, place, state, k of n. */
  readonly label: string;
  readonly tone: Tone;
  readonly isCurrent: boolean;
  /** The current one, and something happens there: it has the colour of its state around it. */
  readonly isLoud: boolean;
  /** What follows it may begin: the line to the next one has the colour of success. */
  readonly isPast: boolean;
  readonly head: (fold: StageFold) => ReactNode;
  /** Takes a row of its own in every column where one has it; without any the place is kept. */
  readonly before?: ReactNode;
  readonly clusters: ReactNode;
  readonly after: ReactNode;
}

/** A stage as a column; its parts lie in the rows of the pipeline. */
export const StageFrame = (props: StageFrameProps) => {
  const { name, label, isCurrent, isStacked, hasBefore, head, before, clusters, after } = props;
  const look = useLook(props);
  const [isOpen, setOpen] = useState(isCurrent);
  const isShown = !isStacked || isOpen;
  return (
    // Arrow keys move among the stages of the list, as in a toolbar.
    <Box component="li" aria-label={label} {...props.stop} data-stage={name} sx={look}>
      {head({ isOpen, onToggle: isStacked ? () => setOpen(!isOpen) : undefined })}
      {isShown && hasBefore && (before || (isStacked ? null : <Box />))}
      {isShown && clusters}
      {isShown && after}
    </Box>
  );
};

function useLook({ tone: of, isLoud, isPast, isLast, hasBefore, isStacked }: StageFrameProps) {
  const theme = useTheme();
  const tone = statusTone(theme, of);
  const line = isPast ? statusTone(theme, 'success').icon : statusTone(theme, 'neutral').border;
  const connector = {
    '&::after': {
      content: '""',
      position: 'absolute',
      insetInlineEnd: -29,
      top: 27,
      width: 28,
      borderTop: `2px solid ${line}`,
    },
    '&::before': {
      content: '""',
      position: 'absolute',
      insetInlineEnd: -27,
      top: 23.5,
      width: 8,
      height: 8,
      borderTop: `2px solid ${line}`,
      borderInlineEnd: `2px solid ${line}`,
      transform: theme.direction === 'rtl' ? 'rotate(-45deg)' : 'rotate(45deg)',
    },
  };
  return {
    'position': 'relative',
    'minWidth': 0,
    'display': 'grid',
    'gridTemplateColumns': 'minmax(0, 1fr)',
    ...(isStacked ? {} : { gridRow: `1 / span ${hasBefore ? 4 : 3}`, gridTemplateRows: 'subgrid' }),
    'backgroundColor': 'background.paper',
    'border': `1px solid ${isLoud ? tone.icon : theme.palette.divider}`,
    'boxShadow': isLoud ? `0 0 0 1px ${tone.icon}` : undefined,
    'borderRadius': 2,
    '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
    ...(isStacked || isLast ? {} : connector),
  } as const;
}
