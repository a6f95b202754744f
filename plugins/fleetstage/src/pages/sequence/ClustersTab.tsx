import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { FleetLink } from '../../components/FleetLink';
import { SectionCard } from '../../components/SectionCard';
import { listNames } from '../../model/listNames';
import { useLinks } from '../../routing';
import { sequenceTranslationRef } from '../../translation/sequence';
import type { Sequence } from './sequenceProps';

type Stage = Sequence['stages'][number];

/** Which clusters each stage has now. */
export const ClustersTab = ({ sequence }: { sequence: Sequence }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2.5,
      alignItems: 'start',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    }}
  >
    {sequence.stages.map(stage => (
      <StageCard key={stage.name} stage={stage} />
    ))}
  </Box>
);

const StageCard = ({ stage }: { stage: Stage }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const links = useLinks();
  const { name, number, fleets, selector, clusterCount, clusters } = stage;
  const more = clusterCount - clusters.length;
  return (
    <SectionCard
      title={`${number} ${name}`}
      count={t('pipeline.clusters', { count: clusterCount })}
      hasPadding
    >
      <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1, overflowWrap: 'anywhere' }}>
        {t('clusters.fleets', { names: listNames(fleets) })}
        {selector && (
          <>
            {' · '}
            <Box component="span" sx={{ fontFamily: 'monospace' }}>
              {selector}
            </Box>
          </>
        )}
      </Box>
      {clusters.length === 0 ? (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('clusters.none')}</Box>
      ) : (
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: '4px 16px' }}
        >
          {clusters.map(cluster => (
            <Box component="li" key={cluster} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <FleetLink to={links.cluster(cluster, { tab: 'versions' })} sx={{ lineHeight: '24px' }}>
                {cluster}
              </FleetLink>
            </Box>
          ))}
          {more > 0 && (
            <Box component="li" sx={{ color: 'text.secondary', lineHeight: '24px' }}>
              {t('clusters.more', { count: more })}
            </Box>
          )}
        </Box>
      )}
    </SectionCard>
  );
};
