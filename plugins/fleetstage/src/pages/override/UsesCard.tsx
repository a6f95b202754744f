import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { FleetLink } from '../../components/FleetLink';
import { MessageText } from '../../components/MessageText';
import { SectionCard } from '../../components/SectionCard';
import { listNames } from '../../model/listNames';
import { keyOf } from '../../model/overrides/overrideList';
import { useLinks } from '../../routing';
import { overridesTranslationRef } from '../../translation/overrides';

type Use = Schemas['OverrideUse'];

/** The placements that have it on clusters, or are about to. */
export const UsesCard = ({ uses }: { uses: readonly Use[] }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  return (
    <SectionCard title={t('uses.title')} count={uses.length}>
      {uses.length === 0 ? (
        <Box sx={{ p: 2, fontSize: 13, color: 'text.secondary' }}>{t('uses.none')}</Box>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 0.75 }}>
          {uses.map(use => (
            <UseLine key={keyOf(use)} use={use} />
          ))}
        </Box>
      )}
    </SectionCard>
  );
};

const UseLine = ({ use }: { use: Use }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  const { clusters, applied, failed, pending, failures, pendingClusters } = use;
  const parts = [
    t('uses.applied', { n: applied, of: clusters }),
    ...(failed > 0 ? [t('uses.failed', { n: failed })] : []),
    ...(pending > 0 ? [t('uses.pending', { n: pending, names: listNames(pendingClusters.names) })] : []),
  ];
  const [failure] = failures;
  return (
    <Box component="li" sx={{ px: 2, py: 0.75, fontSize: 13, lineHeight: '20px' }}>
      <FleetLink to={links.placement(keyOf(use), { tab: 'clusters' })}>{keyOf(use)}</FleetLink>
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{parts.join(', ')}</Box>
      {failure && (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <FleetLink
            to={links.placement(keyOf(use), { tab: 'clusters', cluster: failure.cluster })}
            underline="always"
          >
            {failure.cluster}
          </FleetLink>
          : <MessageText text={failure.message} />
        </Box>
      )}
    </Box>
  );
};
