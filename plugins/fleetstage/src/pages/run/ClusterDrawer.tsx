import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Close from '@mui/icons-material/Close';
import SearchOff from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { useRunCluster } from '../../api/runQueries';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { EmptyState } from '../../components/EmptyState';
import type { Run } from '../../model/run/pipeline';
import { runTranslationRef } from '../../translation/run';
import { ClusterFacts } from './ClusterFacts';
import { useRunUrl } from './useRunUrl';

/** One cluster of the run, at the right; the whole screen where that is small. */
export const ClusterDrawer = ({ run }: { run: Run }) => {
  const { cluster, closeCluster } = useRunUrl(run);
  const id = useId();
  const isKnown = run.pipeline.some(stage => stage.clusters.some(({ name }) => name === cluster));
  return (
    <Drawer
      anchor="right"
      open={cluster !== ''}
      onClose={closeCluster}
      PaperProps={{
        'role': 'dialog',
        'aria-labelledby': id,
        'sx': { width: { xs: '100%', sm: 480 }, backgroundImage: 'none' },
      }}
    >
      {cluster !== '' && (
        <Content run={run} name={cluster} isKnown={isKnown} titleId={id} onClose={closeCluster} />
      )}
    </Drawer>
  );
};

interface ContentProps {
  readonly run: Run;
  readonly name: string;
  /** Its plan has it. */
  readonly isKnown: boolean;
  readonly titleId: string;
  readonly onClose: () => void;
}

const Content = ({ run, name, isKnown, titleId, onClose }: ContentProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <Box sx={{ fontSize: 14, lineHeight: '20px', fontVariantNumeric: 'tabular-nums' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', px: 2.5, pt: 2, pb: 1 }}>
        <Box
          component="h2"
          id={titleId}
          sx={{ m: 0, flex: 1, fontSize: 18, lineHeight: '26px', fontWeight: 500, overflowWrap: 'anywhere' }}
        >
          {name}
        </Box>
        <IconButton aria-label={t('drawer.close')} onClick={onClose}>
          <Close />
        </IconButton>
      </Box>
      <Box sx={{ px: 2.5, pb: 3 }}>
        {isKnown ? (
          <Facts run={run} name={name} />
        ) : (
          <EmptyState
            isPart
            icon={SearchOff}
            title={t('drawer.gone', { name })}
            body={t('drawer.goneBody')}
          />
        )}
      </Box>
    </Box>
  );
};

const Facts = ({ run, name }: Pick<ContentProps, 'run' | 'name'>) => {
  const { t } = useTranslationRef(runTranslationRef);
  const query = useRunCluster(run, name);
  return (
    <AsyncBoundary query={query} what={t('drawer.what')} isPart>
      {detail => <ClusterFacts run={run} detail={detail} />}
    </AsyncBoundary>
  );
};
