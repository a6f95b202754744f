import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { FleetLink } from '../../components/FleetLink';
import { TargetBar } from '../../components/TargetBar';
import { VersionRolloutChip } from '../../components/versionChips';
import type { VersionRollout } from '../../model/sequences/sequenceList';
import { useLinks } from '../../routing';
import { sequencesTranslationRef } from '../../translation/sequences';
import { versionStatusTranslationRef } from '../../translation/versionStatus';

/** So many in a row of the list. */
const SHOWN = 2;

/** Rollouts that are under way: what, how far, in which state. */
export const ActiveRollouts = ({ rollouts }: { rollouts: readonly VersionRollout[] }) => {
  const { t } = useTranslationRef(sequencesTranslationRef);
  const more = rollouts.length - SHOWN;
  if (rollouts.length === 0) return <Box sx={{ color: 'text.secondary' }}>{t('noRollout')}</Box>;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {rollouts.slice(0, SHOWN).map(rollout => (
        <Line key={rollout.name} rollout={rollout} />
      ))}
      {more > 0 && <Box sx={{ color: 'text.secondary' }}>{t('moreRollouts', { count: more })}</Box>}
    </Box>
  );
};

const Line = ({ rollout }: { rollout: VersionRollout }) => {
  const { t } = useTranslationRef(sequencesTranslationRef);
  const status = useTranslationRef(versionStatusTranslationRef);
  const links = useLinks();
  const { name, upgradeType, version, text, counts } = rollout;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <FleetLink to={links.versionRollout(name)} underline="always" sx={{ overflowWrap: 'anywhere' }}>
          {t('progress', { type: status.t(`type.${upgradeType}`), version, text })}
        </FleetLink>
        <VersionRolloutChip rollout={rollout} size="small" />
      </Box>
      <Box sx={{ display: 'flex', mt: 0.5 }}>
        <TargetBar counts={counts} height={4} />
      </Box>
    </Box>
  );
};
