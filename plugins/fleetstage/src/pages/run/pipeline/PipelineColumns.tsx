import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, type RefObject } from 'react';
import { useRoving } from '../../../components/useRoving';
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
  const { list, onKeyDown, item } = useRoving<HTMLOListElement>({
    keys: pipeline.map(({ name }) => name),
    start: current?.name,
    selector: ':scope > li',
    axis: 'horizontal',
  });
  useInView(list, current ? pipeline.indexOf(current) : 0);
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
            stop={item(stage.name)}
          />
        ))}
      </Box>
    </Box>
  );
};

/** The current stage of the run is in view. */
function useInView(list: RefObject<HTMLElement>, index: number): void {
  useEffect(() => {
    const stage = list.current?.children[index];
    const scroller = list.current?.parentElement;
    if (!(stage instanceof HTMLElement) || !scroller || scroller.scrollWidth <= scroller.clientWidth) return;
    scroller.scrollLeft = Math.max(0, stage.offsetLeft - scroller.clientWidth / 2 + stage.offsetWidth / 2);
  }, [list, index]);
}
