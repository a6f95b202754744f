import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { useOwnersByName } from '../../api/useOwners';
import { FleetLink } from '../../components/FleetLink';
import { Owners } from '../../components/Owners';
import { SectionCard } from '../../components/SectionCard';
import { listNames } from '../../model/listNames';
import { linkName } from '../../model/placements/placementFilters';
import { useLinks } from '../../routing';
import { strategiesTranslationRef } from '../../translation/strategies';

/** The placements that have a run by the strategy, or name it. */
export const UsesCard = ({ uses }: { uses: readonly Schemas['StrategyUse'][] }) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const links = useLinks();
  const owners = useOwnersByName('placement');
  return (
    <SectionCard title={t('uses.title')} count={uses.length}>
      {uses.length === 0 ? (
        <Box sx={{ p: 2, fontSize: 13, color: 'text.secondary' }}>{t('uses.none')}</Box>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 0.75 }}>
          {uses.map(({ runCount, openRuns, isNamed, ...of }) => (
            <Box component="li" key={linkName(of)} sx={{ px: 2, py: 0.75, fontSize: 13, lineHeight: '20px' }}>
              <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
                <FleetLink to={links.placement(linkName(of))} sx={{ lineHeight: '24px' }}>
                  {of.name}
                </FleetLink>
                <Owners owners={owners.get(linkName(of)) ?? []} />
              </Box>
              <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {[
                  t('uses.runs', { count: runCount }),
                  ...(openRuns.length > 0 ? [t('uses.open', { names: listNames(openRuns) })] : []),
                  ...(isNamed ? [t('uses.named')] : []),
                ].join(', ')}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </SectionCard>
  );
};
