import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { FleetProvider } from '../../api/FleetProvider';
import { useRun, type RunKey } from '../../api/runQueries';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PageFrame } from '../../components/PageFrame';
import { RunChip } from '../../components/chips';
import { countingGate } from '../../model/run/pipeline';
import { useLinks, useParams } from '../../routing';
import { runTranslationRef } from '../../translation/run';
import { MoreMenu } from './MoreMenu';
import { RunActions } from './RunActions';
import { RunContent } from './RunContent';
import { RunGone } from './RunGone';
import { RunSkeleton } from './RunSkeleton';
import { RunSubtitle } from './RunSubtitle';

/** One run, whole: `runs/:scope/:name`. */
export const RunPage = () => {
  const { scope = '_', name = '' } = useParams();
  return (
    <FleetProvider>
      <RunOf key={`${scope}/${name}`} scope={scope} name={name} />
    </FleetProvider>
  );
};

const RunOf = (key: RunKey) => {
  const { t } = useTranslationRef(runTranslationRef);
  const links = useLinks();
  const query = useRun(key);
  const run = query.data?.run;
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  return (
    <PageFrame
      title={key.name}
      hub={query.data?.hub}
      breadcrumb={{ label: t('breadcrumb'), to: links.runs() }}
      chip={
        run && <RunChip state={run.state} counts={run.counts} until={countingGate(run.pipeline)?.endsAt} />
      }
      subtitle={run && <RunSubtitle run={run} />}
      actions={run && !isSmall && <RunActions run={run} />}
      corner={run && isSmall && <MoreMenu run={run} hasAll />}
    >
      <AsyncBoundary
        query={query}
        what={t('what')}
        skeleton={<RunSkeleton />}
        notFound={<RunGone {...key} />}
      >
        {data => <RunContent run={data.run} />}
      </AsyncBoundary>
    </PageFrame>
  );
};
