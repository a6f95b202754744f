import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { usePlacementStatuses, type PlacementKey } from '../../../api/placementQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { TableSkeleton } from '../../../components/Skeletons';
import { placementTranslationRef } from '../../../translation/placement';
import { sharedTranslationRef } from '../../../translation/shared';
import { DetailCard } from './DetailCard';
import { ReportedStatus } from './ReportedStatus';

/** Objects that are shown at once; the rest on demand. */
const SHOWN = 20;

interface StatusesCardProps {
  readonly placement: PlacementKey;
  readonly cluster: string;
}

/** What the objects of the placement say of themselves on this cluster. */
export const StatusesCard = ({ placement, cluster }: StatusesCardProps) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const query = usePlacementStatuses(placement, cluster);
  return (
    <DetailCard title={t('statuses.title')}>
      <AsyncBoundary query={query} what={t('statuses.what')} skeleton={<TableSkeleton rows={2} />} isPart>
        {data => <Statuses data={data} />}
      </AsyncBoundary>
    </DetailCard>
  );
};

const Statuses = ({ data: { statuses, mayRead } }: { data: Schemas['BackReportedStatuses'] }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const shared = useTranslationRef(sharedTranslationRef);
  const [isAll, setAll] = useState(false);
  if (statuses.length === 0) return <Box sx={{ color: 'text.secondary' }}>{t('statuses.none')}</Box>;
  const shown = isAll ? statuses : statuses.slice(0, SHOWN);
  return (
    <>
      {!mayRead.isAllowed && (
        <Box sx={{ color: 'text.secondary', mb: 0.5 }}>
          {t('statuses.namesOnly', { reason: mayRead.reason ?? shared.t('permit.noReason') })}
        </Box>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map(one => (
          <ReportedStatus key={`${one.group} ${one.kind} ${one.namespace} ${one.name}`} reported={one} />
        ))}
      </Box>
      {shown.length < statuses.length && (
        <Link component="button" type="button" underline="hover" onClick={() => setAll(true)}>
          {t('statuses.all', { n: statuses.length })}
        </Link>
      )}
    </>
  );
};
