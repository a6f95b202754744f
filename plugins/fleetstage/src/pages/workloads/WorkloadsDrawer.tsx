import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ArrowBack from '@mui/icons-material/ArrowBack';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Lock from '@mui/icons-material/LockOutlined';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId } from 'react';
import { messageOf, statusOf } from '../../api/errors';
import type { PlacementKey } from '../../api/placementQueries';
import { useWorkloads } from '../../api/workloadQueries';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { EmptyState } from '../../components/EmptyState';
import { TableSkeleton } from '../../components/Skeletons';
import { firstShown } from '../../model/workloads/firstShown';
import { workloadsTranslationRef } from '../../translation/workloads';
import { KubernetesLinks } from './KubernetesLinks';
import { useWorkloadsUrl } from './useWorkloadsUrl';
import { WorkloadDetails } from './WorkloadDetails';
import { WorkloadTree } from './WorkloadTree';

interface WorkloadsProps {
  readonly placement: PlacementKey;
}

/** What a placement has on one cluster, at the right; which one is in the address. */
export const WorkloadsDrawer = ({ placement }: WorkloadsProps) => {
  const { cluster, close } = useWorkloadsUrl();
  const id = useId();
  return (
    <Drawer
      anchor="right"
      open={cluster !== ''}
      onClose={close}
      PaperProps={{
        'role': 'dialog',
        'aria-labelledby': id,
        'sx': { width: { xs: '100%', md: 960 }, maxWidth: '100%', backgroundImage: 'none' },
      }}
    >
      {cluster !== '' && <Content placement={placement} cluster={cluster} titleId={id} />}
    </Drawer>
  );
};

interface ContentProps extends WorkloadsProps {
  readonly cluster: string;
  readonly titleId: string;
}

const Content = ({ placement, cluster, titleId }: ContentProps) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const query = useWorkloads(placement, cluster);
  const { close } = useWorkloadsUrl();
  const { scope, name } = placement;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', fontSize: 14, lineHeight: '20px' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', px: 2.5, pt: 2, pb: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box component="h2" id={titleId} sx={{ m: 0, fontSize: 18, lineHeight: '26px', fontWeight: 500 }}>
            {t('title', { cluster })}
          </Box>
          <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
            {t('subtitle', { placement: scope === '_' ? name : `${scope}/${name}` })}
          </Box>
          <KubernetesLinks placement={placement} />
        </Box>
        <IconButton aria-label={t('close')} onClick={close}>
          <Close />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0 }}>
        {statusOf(query.error) === 403 ? (
          <EmptyState isPart icon={Lock} title={t('forbidden')} body={messageOf(query.error)} />
        ) : (
          <AsyncBoundary query={query} what={t('what', { cluster })} skeleton={<Loading />} isPart>
            {data => <Parts placement={placement} data={data} />}
          </AsyncBoundary>
        )}
      </Box>
    </Box>
  );
};

/** The tree, and beside it what is chosen. */
const Loading = () => (
  <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '340px minmax(0, 1fr)' } }}>
    <TableSkeleton />
    <Box sx={{ display: { xs: 'none', md: 'block' } }}>
      <TableSkeleton />
    </Box>
  </Box>
);

type Data = NonNullable<ReturnType<typeof useWorkloads>['data']>;

const Parts = ({ placement, data }: WorkloadsProps & { readonly data: Data }) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const { object, choose } = useWorkloadsUrl();
  const { unread } = data;
  const isWide = useMediaQuery<Theme>(theme => theme.breakpoints.up('md'), { noSsr: true });
  // Beside the tree something is always shown; a small screen begins with the tree.
  const shown = object ?? (isWide ? firstShown(data.objects) : undefined);
  if (unread !== undefined) return <EmptyState isPart title={t('unreadTitle')} body={`${unread}.`} />;
  if (data.objects.length === 0) return <EmptyState isPart title={t('emptyTitle')} body={t('emptyBody')} />;
  return (
    <Box
      sx={{
        display: 'grid',
        height: '100%',
        borderTop: 1,
        borderColor: 'divider',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '340px minmax(0, 1fr)' },
      }}
    >
      <Box
        sx={{
          display: { xs: object ? 'none' : 'block', md: 'block' },
          overflowY: 'auto',
          borderRight: { md: 1 },
          borderColor: { md: 'divider' },
          py: 1,
        }}
      >
        <WorkloadTree objects={data.objects} shown={shown} />
        {data.isCut && <Box sx={{ px: 2.5, py: 1, fontSize: 13, color: 'text.secondary' }}>{t('cut')}</Box>}
      </Box>
      <Box sx={{ display: { xs: object ? 'block' : 'none', md: 'block' }, overflowY: 'auto', p: 2.5 }}>
        {shown && (
          <>
            <Button
              size="small"
              startIcon={<ArrowBack />}
              onClick={() => choose(undefined)}
              sx={{ display: { md: 'none' }, mb: 1 }}
            >
              {t('back')}
            </Button>
            <WorkloadDetails
              key={JSON.stringify(shown)}
              placement={placement}
              cluster={data.cluster}
              object={shown}
            />
          </>
        )}
      </Box>
    </Box>
  );
};
