import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { FleetLink } from '../../components/FleetLink';
import { MessageText } from '../../components/MessageText';
import { SectionCard } from '../../components/SectionCard';
import { TargetBar } from '../../components/TargetBar';
import { VersionRolloutChip } from '../../components/versionChips';
import { useLinks } from '../../routing';
import { overviewTranslationRef } from '../../translation/overview';
import { versionStatusTranslationRef } from '../../translation/versionStatus';

type Rollout = Schemas['VersionRolloutSummary'];

interface VersionRolloutsCardProps {
  readonly rollouts: NonNullable<Schemas['Overview']['versionRollouts']>;
  /** The last row: what could not be read. */
  readonly note?: ReactNode;
}

/** Rollouts of Kubernetes versions that are under way, trouble first: beside the update runs, never among them. */
export const VersionRolloutsCard = ({ rollouts: { total, items }, note }: VersionRolloutsCardProps) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const links = useLinks();
  const isCut = items.length < total;
  return (
    <SectionCard
      title={t('versionRollouts.title')}
      count={isCut ? t('running.shown', { shown: items.length, n: total }) : total}
      action={<FleetLink to={links.sequences()}>{t('versionRollouts.all')}</FleetLink>}
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map(rollout => (
          <Line key={rollout.name} rollout={rollout} />
        ))}
      </Box>
      {note}
    </SectionCard>
  );
};

const Line = ({ rollout }: { rollout: Rollout }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const status = useTranslationRef(versionStatusTranslationRef);
  const links = useLinks();
  const { name, upgradeType, version, sequence, currentStage, counts, text, waitsFor } = rollout;
  return (
    <Box component="li" sx={{ 'px': 2, 'py': 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '4px 10px', flexWrap: 'wrap', mb: 0.5 }}>
        <FleetLink
          to={links.versionRollout(name)}
          title={name}
          sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}
        >
          {t('versionRollouts.line', { type: status.t(`type.${upgradeType}`), version, sequence })}
        </FleetLink>
        <VersionRolloutChip rollout={rollout} size="small" />
        <Box component="span" sx={{ ml: 'auto', fontSize: 13, whiteSpace: 'nowrap' }}>
          {t('versionRollouts.upgraded', { text })}
        </Box>
      </Box>
      <Box sx={{ display: 'flex' }}>
        <TargetBar counts={counts} height={6} />
      </Box>
      <Box
        sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}
      >
        {currentStage !== undefined && <>{t('versionRollouts.stage', { stage: currentStage })} </>}
        {waitsFor && <MessageText text={waitsFor.message} />}
      </Box>
    </Box>
  );
};
