import { useTranslationRef } from '@backstage/frontend-plugin-api';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { usePlacement, type PlacementKey } from '../../../api/placementQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { PageFrame } from '../../../components/PageFrame';
import { PageSkeleton } from '../../../components/Skeletons';
import { StatusChip } from '../../../components/StatusChip';
import type { Placement } from '../../../model/placement/now';
import { linkName } from '../../../model/placements/placementFilters';
import { useLinks } from '../../../routing';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { PlacementGone } from '../PlacementGone';
import { ChangesCard } from './ChangesCard';
import { ResultPart } from './ResultPart';
import { useWhatIfUrl } from './useWhatIfUrl';

/** A change tried on a placement: who gains, who loses, who stays, and why. */
export const WhatIfPage = (key: PlacementKey) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const links = useLinks();
  const query = usePlacement(key);
  return (
    <PageFrame
      title={t('title', { name: key.name })}
      breadcrumb={[
        { label: t('placements'), to: links.placements() },
        { label: key.name, to: links.placement(linkName(key)) },
      ]}
      crumb={t('changes.title')}
      chip={<StatusChip tone="neutral" icon={InfoOutlined} label={t('writesNothing')} />}
      hub={query.data?.hub}
    >
      <AsyncBoundary
        query={query}
        what={t('what')}
        skeleton={<PageSkeleton />}
        notFound={<PlacementGone {...key} />}
      >
        {data => <Parts placement={data.placement} />}
      </AsyncBoundary>
    </PageFrame>
  );
};

const Parts = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const { isBroken } = useWhatIfUrl();
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {isBroken && <Alert severity="warning">{t('broken', { name: placement.name })}</Alert>}
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 372px) minmax(0, 1fr)' },
        }}
      >
        <ChangesCard placement={placement} />
        <ResultPart placement={placement} />
      </Box>
    </Box>
  );
};
