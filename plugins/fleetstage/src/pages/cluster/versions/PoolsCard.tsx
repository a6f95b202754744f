import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import CheckCircle from '@mui/icons-material/CheckCircle';
import Sync from '@mui/icons-material/Sync';
import Warning from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import { SectionCard } from '../../../components/SectionCard';
import { StatusChip } from '../../../components/StatusChip';
import { listNames } from '../../../model/listNames';
import { clusterVersionsTranslationRef } from '../../../translation/clusterVersions';

type Pool = Schemas['ClusterNodePool'];

/** The node pools with the versions of their nodes. */
export const PoolsCard = ({ pools }: { pools: readonly Pool[] }) => {
  const { t } = useTranslationRef(clusterVersionsTranslationRef);
  return (
    <SectionCard title={t('pools.title')} count={pools.length}>
      {pools.length === 0 ? (
        <Box sx={{ p: 2, fontSize: 13, color: 'text.secondary' }}>{t('pools.none')}</Box>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 0.75 }}>
          {pools.map(pool => (
            <Line key={pool.name} pool={pool} />
          ))}
        </Box>
      )}
    </SectionCard>
  );
};

const Line = ({ pool: { name, versions, desired, isUpgrading, isHealthy } }: { pool: Pool }) => {
  const { t } = useTranslationRef(clusterVersionsTranslationRef);
  const words = versions.map(({ version, nodes }) => t('pools.nodes', { version, count: nodes }));
  const isBehind = desired !== undefined && versions.some(({ version }) => version !== desired);
  const look = isUpgrading
    ? ({ icon: Sync, tone: 'info', label: t('upgrading') } as const)
    : isHealthy === false
      ? ({ icon: Warning, tone: 'warning', label: t('unhealthy') } as const)
      : ({ icon: CheckCircle, tone: 'success', label: t('pools.ok') } as const);
  return (
    <Box component="li" sx={{ px: 2, py: 0.75, fontSize: 13, lineHeight: '20px' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Box>
        {(isUpgrading || isHealthy !== undefined) && <StatusChip {...look} size="small" />}
      </Box>
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {listNames([...words, ...(isBehind ? [t('pools.wanted', { version: desired })] : [])])}
      </Box>
    </Box>
  );
};
