import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Verified from '@mui/icons-material/VerifiedOutlined';
import Box from '@mui/material/Box';
import { FleetLink } from '../../../components/FleetLink';
import { MessageText } from '../../../components/MessageText';
import { StatusIcon } from '../../../components/StatusChip';
import { TargetBar } from '../../../components/TargetBar';
import { useNowUntil, useTimeWords } from '../../../components/useTimeWords';
import { VersionRolloutChip, VersionStageChip } from '../../../components/versionChips';
import type { LaneCell } from '../../../model/sequences/lanes';
import { toUpgrade } from '../../../model/status/versionRollout';
import { useLinks } from '../../../routing';
import { sequenceTranslationRef } from '../../../translation/sequence';
import { versionStatusTranslationRef } from '../../../translation/versionStatus';
import type { Sequence } from '../sequenceProps';

type Stage = Sequence['stages'][number];
type Rollout = NonNullable<LaneCell['rollout']>;
type Bar = NonNullable<LaneCell['bar']>;

const QUIET = { fontSize: 12, lineHeight: '16px', color: 'text.secondary' } as const;

/** One lane of a stage: the rollout that is in it, those that wait for it, and the version that is qualified. */
export const LanePart = ({ cell, stage }: { cell: LaneCell; stage: Stage }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const status = useTranslationRef(versionStatusTranslationRef);
  const { lane, rollout, bar, waiting, qualified, isOff } = cell;
  const type = status.t(`type.${lane.type}`);
  return (
    <Box
      sx={{
        px: 2,
        py: 1.5,
        minWidth: 0,
        borderTop: 1,
        borderColor: 'divider',
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
      }}
    >
      <Box component="h4" sx={{ m: 0, fontSize: 12, lineHeight: '16px', fontWeight: 500 }}>
        {type}
      </Box>
      {rollout && bar ? (
        <Occupant rollout={rollout} bar={bar} />
      ) : (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {t(isOff ? 'pipeline.off' : 'pipeline.free')}
        </Box>
      )}
      {waiting.length > 0 && (
        <Box
          component="ul"
          aria-label={t('pipeline.waitsList', { type, stage: stage.name })}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 }}
        >
          {waiting.map(one => (
            <Waiting key={one.name} rollout={one} />
          ))}
        </Box>
      )}
      <Box sx={{ ...QUIET, mt: 'auto', display: 'flex', gap: 0.75, overflowWrap: 'anywhere' }}>
        {qualified !== undefined && <StatusIcon icon={Verified} tone="success" size={16} />}
        {qualified === undefined
          ? t('pipeline.notQualified')
          : t('pipeline.qualified', { version: qualified })}
      </Box>
    </Box>
  );
};

const Occupant = ({ rollout, bar }: { rollout: Rollout; bar: Bar }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const links = useLinks();
  const { counts, soakEndsAt } = bar;
  return (
    <Box sx={{ minWidth: 0, display: 'grid', gap: 0.75, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <FleetLink
          to={links.versionRollout(rollout.name, { stage: bar.name })}
          title={rollout.name}
          underline="always"
          sx={{ fontSize: 14, lineHeight: '24px', fontWeight: 500, overflowWrap: 'anywhere' }}
        >
          {rollout.version}
        </FleetLink>
        <VersionStageChip stage={bar} size="small" />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: 13 }}>
        <span>{t('pipeline.upgraded', { done: counts.succeeded, total: toUpgrade(counts) })}</span>
        <TargetBar counts={counts} height={6} />
      </Box>
      {soakEndsAt !== undefined && <SoakEnd at={soakEndsAt} />}
      {rollout.waitsFor && rollout.waitsFor.stage === bar.name && (
        <Box sx={{ ...QUIET, overflowWrap: 'anywhere' }}>
          <MessageText text={rollout.waitsFor.message} />
        </Box>
      )}
    </Box>
  );
};

const SoakEnd = ({ at }: { at: string }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const now = useNowUntil(at);
  const { clock, left } = useTimeWords();
  return (
    <Box role="timer" aria-live="off" sx={{ fontSize: 13, lineHeight: '18px' }}>
      {t('pipeline.soakEnds', { time: clock(at, now), left: left(at, now) })}
    </Box>
  );
};

const Waiting = ({ rollout }: { rollout: Rollout }) => {
  const links = useLinks();
  return (
    <Box component="li" sx={{ minWidth: 0, px: 1, py: 0.75, borderRadius: 1, bgcolor: 'action.hover' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <FleetLink
          to={links.versionRollout(rollout.name)}
          title={rollout.name}
          underline="always"
          sx={{ fontSize: 13, lineHeight: '24px', overflowWrap: 'anywhere' }}
        >
          {rollout.version}
        </FleetLink>
        <VersionRolloutChip rollout={rollout} size="small" />
      </Box>
    </Box>
  );
};
