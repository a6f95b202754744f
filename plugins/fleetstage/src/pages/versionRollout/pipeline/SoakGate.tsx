import { useTranslationRef } from '@backstage/frontend-plugin-api';
import FastForward from '@mui/icons-material/FastForward';
import Timer from '@mui/icons-material/Timer';
import Box from '@mui/material/Box';
import { PermitButton } from '../../../components/PermitButton';
import { GateLine, GateRow, NoGate } from '../../../components/pipeline/GateRow';
import { useSoakWords } from '../../../components/useSoakWords';
import { useNowUntil, useTimeWords } from '../../../components/useTimeWords';
import { soakMs } from '../../../model/sequences/soak';
import { isCancelling } from '../../../model/versionRollout/acts';
import type { RolloutStage } from '../../../model/versionRollout/pipeline';
import { useUrlPatch } from '../../../routing';
import { versionRolloutTranslationRef } from '../../../translation/versionRollout';
import type { Rollout } from '../rolloutProps';
import { useRolloutUrl } from '../useRolloutUrl';

interface SoakGateProps {
  readonly rollout: Rollout;
  readonly stage: RolloutStage;
  readonly isCurrent: boolean;
}

/** The soak after a stage: its countdown with the end, and what one can press. */
export const SoakGate = (props: SoakGateProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { stage } = props;
  return (
    <GateRow title={t('stage.after')}>
      <SoakLine {...props} />
      {stage.forced && stage.phase === 'Completed' && (
        <GateLine icon={FastForward} tone="warning" title={t('stage.forced')} />
      )}
    </GateRow>
  );
};

/** One soak: it begins, it counts down, it is over. */
export const SoakLine = ({ rollout, stage, isCurrent }: SoakGateProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const words = useSoakLine(stage);
  if (words === undefined) return <NoGate>{t('stage.noSoak')}</NoGate>;
  return (
    <GateLine icon={Timer} {...words}>
      {stage.soakSource === 'Override' && (
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{t('stage.overridden')}</Box>
      )}
      <Acts rollout={rollout} stage={stage} isCurrent={isCurrent} />
    </GateLine>
  );
};

function useSoakLine(stage: RolloutStage) {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const soak = useSoakWords();
  const { clock, left } = useTimeWords();
  const { phase, soakDuration, soakStartedAt, soakEndsAt } = stage;
  const isCounting = (phase === 'Soaking' || phase === 'ForcedSoaking') && soakEndsAt !== undefined;
  const now = useNowUntil(isCounting ? soakEndsAt : undefined);
  if (soakMs(soakDuration) === 0) return undefined;
  const time = soak(soakDuration ?? '0s');
  const detail =
    soakStartedAt === undefined || soakEndsAt === undefined
      ? undefined
      : t('stage.soakEnds', { from: clock(soakStartedAt, now), to: clock(soakEndsAt, now) });
  if (isCounting)
    return {
      tone: phase === 'ForcedSoaking' ? 'warning' : 'info',
      title: t(phase === 'ForcedSoaking' ? 'stage.forcedSoaking' : 'stage.soaking', {
        left: left(soakEndsAt, now),
      }),
      detail,
      isCounting,
    } as const;
  if (phase === 'Completed')
    return {
      tone: soakStartedAt === undefined ? 'neutral' : 'success',
      title: t(soakStartedAt === undefined ? 'stage.skipped' : 'stage.soaked', { time }),
      detail,
    } as const;
  if (phase === 'Skipped' || phase === 'Cancelled')
    return { tone: 'neutral', title: t('stage.skipped', { time }), detail } as const;
  return { tone: 'neutral', title: t('stage.soak', { time }), detail: t('stage.soakWhen') } as const;
}

/** On the current stage alone: the menu of the page changes the others. */
const Acts = ({ rollout, stage, isCurrent }: SoakGateProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { openDialog } = useRolloutUrl();
  const patch = useUrlPatch();
  if (!isCurrent || rollout.isOver || isCancelling(rollout)) return null;
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 1 }}>
      <PermitButton
        permit={rollout.may.overrideSoak}
        size="small"
        variant="outlined"
        color="inherit"
        onClick={() => patch({ dialog: 'overrideSoak', stage: stage.name }, { push: true })}
      >
        {t('stage.change')}
      </PermitButton>
      <PermitButton
        permit={rollout.may.forceComplete}
        size="small"
        variant="outlined"
        color="inherit"
        onClick={() => openDialog('forceComplete')}
      >
        {t('stage.complete')}
      </PermitButton>
    </Box>
  );
};
