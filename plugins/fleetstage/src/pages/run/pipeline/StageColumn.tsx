import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useState, type HTMLAttributes } from 'react';
import { useStageName } from '../../../components/useStageName';
import { isBegun, stageSaid, stageStatus } from '../../../model/status/run';
import { statusTone } from '../../../model/status/tone';
import { withCapital } from '../../../model/withCapital';
import { stageFacts, type Run, type Stage } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';
import { statusTranslationRef } from '../../../translation/status';
import { StageClusters } from './StageClusters';
import { AfterGates, BeforeGates } from './StageGates';
import { StageHeader } from './StageHeader';

interface StageColumnProps {
  readonly run: Run;
  readonly stage: Stage;
  readonly isCurrent: boolean;
  readonly isPast: boolean;
  readonly isLast: boolean;
  readonly hasBefore: boolean;
  /** Below each other: only the current one is open. */
  readonly isStacked: boolean;
  /** Its place in the order of Tab. */
  readonly stop?: Pick<HTMLAttributes<HTMLElement>, 'tabIndex' | 'onFocus'>;
}

/** A stage as a column; its parts lie in the rows of the pipeline. */
export const StageColumn = (props: StageColumnProps) => {
  const { run, stage, isCurrent, isStacked, hasBefore } = props;
  const label = useStageLabel(run, stage);
  const look = useLook(props);
  const [isOpen, setOpen] = useState(isCurrent);
  const isShown = !isStacked || isOpen;
  return (
    // Arrow keys move among the stages of the list, as in a toolbar.
    <Box component="li" aria-label={label} {...props.stop} data-stage={stage.name} sx={look}>
      <StageHeader
        run={run}
        stage={stage}
        onToggle={isStacked ? () => setOpen(!isOpen) : undefined}
        isOpen={isOpen}
      />
      {isShown && hasBefore && <BeforeGates run={run} stage={stage} isStacked={isStacked} />}
      {isShown && <StageClusters run={run} stage={stage} isCurrent={isCurrent} />}
      {isShown && <AfterGates run={run} stage={stage} />}
    </Box>
  );
};

function useStageLabel(run: Run, stage: Stage): string {
  const { t } = useTranslationRef(runTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const stageName = useStageName();
  return t(stage.isRemoval ? 'stage.ariaRemoval' : 'stage.aria', {
    name: withCapital(stageName(stage.name)),
    index: String(stage.index),
    of: String(run.pipeline.length),
    state: status.t(stageSaid(stageStatus(stage.state, stage).label)),
    done: stage.tally.done,
    total: stage.total,
  });
}

function useLook({ run, stage, isCurrent, isPast, isLast, hasBefore, isStacked }: StageColumnProps) {
  const theme = useTheme();
  const tone = statusTone(theme, stageStatus(stage.state, stageFacts(run, stage)).tone);
  const isLoud = isCurrent && isBegun(stage.state);
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
