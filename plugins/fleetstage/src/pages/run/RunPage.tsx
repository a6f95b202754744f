import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { FleetProvider } from '../../api/FleetProvider';
import { useGate, useRun, type RunKey } from '../../api/runQueries';
import { useIsLate } from '../../api/useIsLate';
import { unlessGone } from '../../api/errors';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PageFrame } from '../../components/PageFrame';
import { SubtitleSkeleton } from '../../components/Skeletons';
import { RunChip } from '../../components/chips';
import { countingGate, openGate, type Run } from '../../model/run/pipeline';
import { useLinks, useParams } from '../../routing';
import { runTranslationRef } from '../../translation/run';
import { MoreMenu } from './MoreMenu';
import { RunActions } from './RunActions';
import { RunContent } from './RunContent';
import { RunGone } from './RunGone';
import { RunSkeleton } from './RunSkeleton';
import { RunSubtitle } from './RunSubtitle';

/** Of the button that opens the menu. */
const MENU_PX = 38;

/** One run, whole: `runs/:scope/:name`. */
export const RunPage = () => {
  const { scope = '_', name = '' } = useParams();
  return (
    <FleetProvider>
      <RunOf key={`${scope}/${name}`} scope={scope} name={name} />
    </FleetProvider>
  );
};

/** What an approval would start is said by the gate alone, in one line or in three: the page waits for it. */
function useGateIsComing(run: Run | undefined): boolean {
  const gate = run && openGate(run.pipeline);
  const { scope = '_', name = '' } = run ?? {};
  const { isPending } = useGate(
    { scope, name },
    gate?.stage ?? '',
    gate?.task ?? 'after',
    gate !== undefined,
  );
  return !useIsLate() && gate !== undefined && isPending;
}

const RunOf = (key: RunKey) => {
  const { t } = useTranslationRef(runTranslationRef);
  const links = useLinks();
  const query = useRun(key);
  const run = unlessGone(query.data?.run, query.error);
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  const isGateComing = useGateIsComing(run);
  const isFirst = run === undefined && query.error === null;
  return (
    <PageFrame
      title={key.name}
      hub={query.data?.hub}
      breadcrumb={{ label: t('breadcrumb'), to: links.runs() }}
      chip={
        run && (
          <RunChip
            state={run.state}
            counts={run.counts}
            waitsFor={run.waitsFor}
            until={countingGate(run.pipeline)?.endsAt}
          />
        )
      }
      subtitle={run ? <RunSubtitle run={run} /> : isFirst && <SubtitleSkeleton lines={3} />}
      actions={run && !isSmall && <RunActions run={run} />}
      corner={isSmall && (run ? <MoreMenu run={run} hasAll /> : isFirst && <Box sx={{ height: MENU_PX }} />)}
    >
      <AsyncBoundary
        query={query}
        what={t('what')}
        skeleton={<RunSkeleton />}
        notFound={<RunGone {...key} />}
        isHeld={isGateComing}
      >
        {data => <RunContent run={data.run} />}
      </AsyncBoundary>
    </PageFrame>
  );
};
