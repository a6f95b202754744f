import { useTranslationRef } from '@backstage/frontend-plugin-api';
import SearchOff from '@mui/icons-material/SearchOff';
import { useRunCluster } from '../../api/runQueries';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { EmptyState } from '../../components/EmptyState';
import { SideDrawer } from '../../components/SideDrawer';
import type { Run } from '../../model/run/pipeline';
import { runTranslationRef } from '../../translation/run';
import { ClusterFacts } from './ClusterFacts';
import { useRunUrl } from './useRunUrl';

/** One cluster of the run. */
export const ClusterDrawer = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { cluster: name, closeCluster } = useRunUrl(run);
  const isKnown = run.pipeline.some(stage => stage.clusters.some(one => one.name === name));
  return (
    <SideDrawer title={name} close={t('drawer.close')} onClose={closeCluster}>
      {isKnown ? (
        <Facts run={run} name={name} />
      ) : (
        <EmptyState isPart icon={SearchOff} title={t('drawer.gone', { name })} body={t('drawer.goneBody')} />
      )}
    </SideDrawer>
  );
};

const Facts = ({ run, name }: { run: Run; name: string }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const query = useRunCluster(run, name);
  return (
    <AsyncBoundary query={query} what={t('drawer.what')} isPart>
      {detail => <ClusterFacts run={run} detail={detail} />}
    </AsyncBoundary>
  );
};
