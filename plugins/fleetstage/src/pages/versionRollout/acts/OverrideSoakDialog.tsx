import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Timer from '@mui/icons-material/Timer';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Consequence } from '../../../components/acts/Consequence';
import { ReasonedActDialog } from '../../../components/acts/ReasonedActDialog';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { readSoak, soakMs, soakText, writeSoak } from '../../../model/sequences/soak';
import { openStages, rolloutActCommand } from '../../../model/versionRollout/acts';
import type { RolloutStage } from '../../../model/versionRollout/pipeline';
import { useUrlState } from '../../../routing';
import { versionActTranslationRef } from '../../../translation/versionActs';
import type { RolloutDialogProps } from '../rolloutProps';
import { useRolloutSend } from './useRolloutSend';

/** Another soak time of one stage, for this rollout alone (E/AC-003). */
export const OverrideSoakDialog = ({ rollout, onClose }: RolloutDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { send, sending } = useRolloutSend(rollout);
  const draft = useDraft(rollout);
  const { name, may, isOver } = rollout;
  const { stage, time, isValid } = draft;
  const stageName = stage?.name ?? '';
  const soakDuration = time === undefined ? {} : { soakDuration: soakText(time) };
  return (
    <ReasonedActDialog
      title={t('overrideSoak.title')}
      confirm={t('overrideSoak.confirm')}
      failed={t('overrideSoak.failed')}
      done={t('overrideSoak.done', { stage: stageName })}
      measure={['overrideSoak', name]}
      note={t('overrideSoak.only')}
      permit={may.overrideSoak}
      off={isOver ? t('over') : stage === undefined ? t('overrideSoak.off') : undefined}
      isConfirmDisabled={!isValid}
      command={rolloutActCommand(rollout, { kind: 'OverrideSoak', stage: stageName, ...soakDuration })}
      sending={sending}
      send={reason => send({ act: 'overrideSoak', body: { stage: stageName, ...soakDuration } }, reason)}
      onClose={onClose}
    >
      <Fields draft={draft} />
      {stage && isValid && <Effect stage={stage} time={time} />}
    </ReasonedActDialog>
  );
};

/** The current stage, or that of the address, with the time that is in force. */
function useDraft(rollout: RolloutDialogProps['rollout']) {
  const [asked] = useUrlState('stage');
  const stages = openStages(rollout);
  const [chosen, setChosen] = useState(asked);
  const stage =
    stages.find(({ name }) => name === chosen) ??
    stages.find(({ name }) => name === rollout.currentStage) ??
    stages[0];
  const [text, setText] = useState<string>();
  const shown = text ?? writeSoak(soakMs(stage?.soakDuration));
  const time = shown.trim() === '' ? undefined : readSoak(shown);
  return {
    stages,
    stage,
    choose: (name: string) => {
      setChosen(name);
      setText(undefined);
    },
    text: shown,
    setText,
    /** In ms; that of the sequence where it is absent. */
    time,
    isValid: shown.trim() === '' || time !== undefined,
  };
}

const Fields = ({ draft }: { draft: ReturnType<typeof useDraft> }) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { stages, stage, choose, text, setText, isValid } = draft;
  return (
    <>
      <TextField
        select
        label={t('overrideSoak.stage')}
        value={stage?.name ?? ''}
        onChange={event => choose(event.target.value)}
        fullWidth
        size="small"
        margin="normal"
      >
        {stages.map(({ name }) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label={t('overrideSoak.time')}
        helperText={t(isValid ? 'overrideSoak.timeHelp' : 'overrideSoak.invalid')}
        error={!isValid}
        value={text}
        onChange={event => setText(event.target.value)}
        fullWidth
        size="small"
        margin="normal"
        inputProps={{ maxLength: 40, spellCheck: false }}
      />
    </>
  );
};

/** When the soak ends then: it counts from its beginning (D/SK-006). */
const Effect = ({ stage, time }: { stage: RolloutStage; time: number | undefined }) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const now = useNow();
  const { clock, left } = useTimeWords();
  const { name, soakStartedAt, phase } = stage;
  const isSoaking = phase === 'Soaking' || phase === 'ForcedSoaking';
  if (time === undefined) return <Consequence icon={Timer} title={t('overrideSoak.back')} />;
  if (!isSoaking || soakStartedAt === undefined)
    return <Consequence icon={Timer} title={t('overrideSoak.later', { stage: name })} />;
  const end = Date.parse(soakStartedAt) + time;
  return (
    <Consequence
      icon={Timer}
      title={
        end <= now
          ? t('overrideSoak.endsNow', { stage: name })
          : t('overrideSoak.ends', { stage: name, time: clock(end, now), left: left(end, now) })
      }
    />
  );
};
