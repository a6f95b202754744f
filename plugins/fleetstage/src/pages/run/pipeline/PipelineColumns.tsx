import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { currentStage, type Run } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';
import { StageColumn } from './StageColumn';

/** Rows that all columns share: header, gates before where there are any, clusters, gates after. */
const rowsOf = (hasBefore: boolean) => (hasBefore ? 'auto auto 1fr auto' : 'auto 1fr auto');

/** Narrower than this a column's names and numbers collide. */
const MIN_COLUMN = 236;

/** Stages side by side, so that their gates form one line; below each other on small screens. */
export const PipelineColumns = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const isSmall = useMediaQuery(useTheme().breakpoints.down('md'));
  const { pipeline } = run;
  const current = currentStage(pipeline);
  const hasBefore = pipeline.some(stage => stage.gatesBefore.length > 0);
  const { list, active, onKeyDown, onFocus } = useRovingStages(
    pipeline.length,
    current ? pipeline.indexOf(current) : 0,
  );
  return (
    <Box sx={{ overflowX: isSmall ? undefined : 'auto', mx: -0.5, px: 0.5, py: 0.25 }}>
      <Box
        component="ol"
        ref={list}
        aria-label={t('stage.pipeline')}
        onKeyDown={onKeyDown}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: isSmall ? 1.25 : 0,
          columnGap: 3.5,
          gridTemplateColumns: isSmall
            ? 'minmax(0, 1fr)'
            : `repeat(${pipeline.length}, minmax(${MIN_COLUMN}px, 1fr))`,
          gridTemplateRows: isSmall ? undefined : rowsOf(hasBefore),
        }}
      >
        {pipeline.map((stage, index) => (
          <StageColumn
            key={stage.name}
            run={run}
            stage={stage}
            isCurrent={stage === current && !run.isOver}
            isPast={stage.state === 'done'}
            isLast={index === pipeline.length - 1}
            hasBefore={hasBefore}
            isStacked={isSmall}
            isTabStop={index === active}
            onFocus={() => onFocus(index)}
          />
        ))}
      </Box>
    </Box>
  );
};

/** Arrow keys go from stage to stage; the stage at which the run stands is in view and first reached. */
function useRovingStages(count: number, start: number) {
  const list = useRef<HTMLOListElement>(null);
  const [active, setActive] = useState(start);
  useEffect(() => {
    const stage = list.current?.children[start];
    const scroller = list.current?.parentElement;
    if (!(stage instanceof HTMLElement) || !scroller || scroller.scrollWidth <= scroller.clientWidth) return;
    scroller.scrollLeft = Math.max(0, stage.offsetLeft - scroller.clientWidth / 2 + stage.offsetWidth / 2);
  }, [start]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const target = event.target as HTMLElement;
    if (step === undefined || target.parentElement !== list.current) return;
    event.preventDefault();
    const next = Math.min(count - 1, Math.max(0, active + step));
    setActive(next);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return { list, active: Math.min(active, count - 1), onKeyDown, onFocus: setActive };
}
