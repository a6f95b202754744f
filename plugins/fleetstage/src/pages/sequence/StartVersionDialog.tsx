import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { parseVersion } from '@fleetstage/backstage-plugin-fleetstage-engine';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useStartVersion } from '../../api/sequenceQueries';
import { Consequence } from '../../components/acts/Consequence';
import { ReasonedActDialog } from '../../components/acts/ReasonedActDialog';
import { listAll } from '../../model/listNames';
import { startVersionCommand } from '../../model/sequences/commands';
import { shownOf } from '../../model/sequences/shown';
import { versionActTranslationRef } from '../../translation/versionActs';
import type { SequenceDialogProps } from './sequenceProps';

/** Designates one version beside the catalogue's (E/RS-013). */
export const StartVersionDialog = ({ sequence, onClose }: SequenceDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { mutateAsync, ...sending } = useStartVersion();
  const [text, setText] = useState('');
  const [force, setForce] = useState(false);
  const { name, stages, activeRollouts, may } = sequence;
  const version = text.trim();
  const isVersion = parseVersion(version).ok;
  const first = activeRollouts.filter(({ currentStageNumber }) => currentStageNumber === 1);
  return (
    <ReasonedActDialog
      title={t('startVersion.title', { name })}
      confirm={t('startVersion.confirm')}
      failed={t('startVersion.failed')}
      done={t('startVersion.done', { name, version })}
      measure={['start', `sequence ${name}`]}
      permit={may.start}
      isConfirmDisabled={!isVersion}
      command={startVersionCommand(name, version || '1.31.4', force)}
      sending={sending}
      send={reason => mutateAsync({ name, body: { ...shownOf(sequence), version, force, reason } })}
      onClose={onClose}
    >
      <TextField
        label={t('startVersion.version')}
        helperText={t(version !== '' && !isVersion ? 'startVersion.invalid' : 'startVersion.versionHelp')}
        error={version !== '' && !isVersion}
        value={text}
        onChange={event => setText(event.target.value)}
        required
        fullWidth
        size="small"
        margin="normal"
        inputProps={{ maxLength: 64, spellCheck: false }}
      />
      <FormControlLabel
        control={<Checkbox checked={force} onChange={event => setForce(event.target.checked)} />}
        label={t('startVersion.force')}
        sx={{ mb: 1 }}
      />
      <Consequence
        title={t('startVersion.says', {
          stage: stages[0]?.name ?? '',
          count: stages[0]?.clusterCount ?? 0,
        })}
      >
        {t('startVersion.more')}{' '}
        {force &&
          first.length > 0 &&
          t('startVersion.supersedes', { names: listAll(first.map(one => one.name)) })}
      </Consequence>
    </ReasonedActDialog>
  );
};
