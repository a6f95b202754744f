import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { Clock } from '../../../components/Age';
import { SectionCard } from '../../../components/SectionCard';
import { listNames } from '../../../model/listNames';
import { clusterVersionsTranslationRef } from '../../../translation/clusterVersions';

type Maintenance = Schemas['ClusterMaintenance'];

/** Whether an upgrade may start now, and when next. */
export const MaintenanceCard = ({ maintenance }: { maintenance: Maintenance }) => {
  const { t } = useTranslationRef(clusterVersionsTranslationRef);
  const { policies, exclusions } = maintenance;
  return (
    <SectionCard title={t('maintenance.title')} hasPadding>
      <Box sx={{ fontSize: 13, lineHeight: '20px', overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 500 }}>
          <State maintenance={maintenance} />
        </Box>
        {policies.length > 0 && (
          <Box sx={{ color: 'text.secondary' }}>
            {t('maintenance.policies', { names: listNames(policies) })}
          </Box>
        )}
        {exclusions.length > 0 && <Box>{t('maintenance.exclusions', { names: listNames(exclusions) })}</Box>}
      </Box>
    </SectionCard>
  );
};

const State = ({ maintenance: { policies, isOpen, nextOpen, nextClose } }: { maintenance: Maintenance }) => {
  const { t } = useTranslationRef(clusterVersionsTranslationRef);
  if (policies.length === 0) return <>{t('maintenance.always')}</>;
  if (isOpen)
    return (
      <>
        {nextClose === undefined
          ? t('maintenance.open')
          : t('maintenance.openUntil', { time: <Clock at={nextClose} /> })}
      </>
    );
  return (
    <>
      {nextOpen === undefined
        ? t('maintenance.closed')
        : t('maintenance.closedUntil', { time: <Clock at={nextOpen} /> })}
    </>
  );
};
