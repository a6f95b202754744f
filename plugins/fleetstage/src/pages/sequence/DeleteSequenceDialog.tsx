import { useTranslationRef } from '@backstage/frontend-plugin-api';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { useDeleteSequence } from '../../api/sequenceQueries';
import { Consequence } from '../../components/acts/Consequence';
import { ReasonedActDialog } from '../../components/acts/ReasonedActDialog';
import { listAll } from '../../model/listNames';
import { deleteSequenceCommand } from '../../model/sequences/commands';
import { versionActTranslationRef } from '../../translation/versionActs';
import type { SequenceDialogProps } from './sequenceProps';

/** Deletes a sequence: its rollouts are cancelled, upgrades that run are finished (E/RO-006). */
export const DeleteSequenceDialog = ({ sequence, onClose }: SequenceDialogProps) => {
  const { t } = useTranslationRef(versionActTranslationRef);
  const { mutateAsync, ...sending } = useDeleteSequence();
  const { name, uid, activeRollouts, may } = sequence;
  const names = listAll(activeRollouts.map(one => one.name));
  return (
    <ReasonedActDialog
      tone="error"
      title={t('removeSequence.title', { name })}
      confirm={t('removeSequence.confirm')}
      failed={t('removeSequence.failed')}
      done={t('removeSequence.done', { name })}
      measure={['delete', `sequence ${name}`]}
      note={t('removeSequence.note')}
      permit={may.delete}
      command={deleteSequenceCommand(name)}
      sending={sending}
      send={reason => mutateAsync({ name, body: { uid, reason } })}
      onClose={onClose}
    >
      <Consequence
        icon={DeleteOutlined}
        title={t('removeSequence.says', { count: activeRollouts.length, names })}
      >
        {t('removeSequence.more')}
      </Consequence>
    </ReasonedActDialog>
  );
};
