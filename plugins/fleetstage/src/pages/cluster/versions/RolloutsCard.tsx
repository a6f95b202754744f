import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { FleetLink } from '../../../components/FleetLink';
import { MessageText } from '../../../components/MessageText';
import { SectionCard } from '../../../components/SectionCard';
import { UpgradeChip, VersionRolloutChip } from '../../../components/versionChips';
import { useLinks } from '../../../routing';
import { clusterVersionsTranslationRef } from '../../../translation/clusterVersions';
import { versionStatusTranslationRef } from '../../../translation/versionStatus';

type ClusterRollout = Schemas['ClusterRollout'];

/** The rollouts that the cluster is in: where it is in each, and why. */
export const RolloutsCard = ({ rollouts }: { rollouts: readonly ClusterRollout[] }) => {
  const { t } = useTranslationRef(clusterVersionsTranslationRef);
  return (
    <SectionCard title={t('rollouts.title')} count={rollouts.length}>
      {rollouts.length === 0 ? (
        <Box sx={{ p: 2, fontSize: 13, color: 'text.secondary' }}>{t('rollouts.none')}</Box>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 0.75 }}>
          {rollouts.map(one => (
            <Line key={one.name} of={one} />
          ))}
        </Box>
      )}
    </SectionCard>
  );
};

const Line = ({ of: { name, stage, state, reason, message, rollout } }: { of: ClusterRollout }) => {
  const { t } = useTranslationRef(clusterVersionsTranslationRef);
  const status = useTranslationRef(versionStatusTranslationRef);
  const links = useLinks();
  return (
    <Box component="li" sx={{ px: 2, py: 0.75, fontSize: 13, lineHeight: '20px' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <FleetLink
          to={links.versionRollout(name)}
          title={name}
          sx={{ lineHeight: '24px', overflowWrap: 'anywhere' }}
        >
          {`${status.t(`type.${rollout.upgradeType}`)} ${rollout.version}`}
        </FleetLink>
        <UpgradeChip state={state} reason={reason} size="small" />
        {stage !== undefined && <Box sx={{ color: 'text.secondary' }}>{t('rollouts.stage', { stage })}</Box>}
        <Box sx={{ ml: 'auto' }}>
          <VersionRolloutChip rollout={rollout} size="small" />
        </Box>
      </Box>
      {message && (
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          <MessageText text={message} />
        </Box>
      )}
    </Box>
  );
};
