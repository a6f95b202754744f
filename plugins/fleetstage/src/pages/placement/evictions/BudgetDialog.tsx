import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Box from '@mui/material/Box';
import { useSetBudget } from '../../../api/evictionQueries';
import { ConflictNote } from '../../../components/acts/ConflictNote';
import { useDone } from '../../../components/acts/useActToasts';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { KubectlPanel } from '../../../components/KubectlPanel';
import { budgetCommand } from '../../../model/evictions/budget';
import type { Placement } from '../../../model/placement/now';
import { evictionsTranslationRef } from '../../../translation/evictions';
import { BudgetEffect } from './BudgetEffect';
import { BudgetFields, BudgetText } from './BudgetFields';
import { MODES, useBudgetDraft, type BudgetEdit } from './useBudgetDraft';

interface BudgetDialogProps {
  readonly placement: Placement;
  readonly onClose: () => void;
}

/** How far a placement may be evicted, as a form or as YAML, with what it comes to now. */
export const BudgetDialog = ({ placement, onClose }: BudgetDialogProps) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const edit = useBudgetDraft(placement);
  const { mutateAsync, reset, ...sending } = useSetBudget();
  const done = useDone();
  const { scope, name, may } = placement;
  const { limits, shown, isBehind } = edit;
  const save = async () => {
    if (limits === undefined) return;
    const { resourceVersion } = shown ?? {};
    await mutateAsync({ scope, name, body: { limits, ...(resourceVersion && { resourceVersion }) } });
    onClose();
    done(t('edit.done', { placement: name }));
  };
  const rebase: BudgetEdit['rebase'] = keep => {
    reset();
    edit.rebase(keep);
  };
  return (
    <ConfirmDialog
      open
      growsDown
      title={t('edit.title', { placement: name })}
      confirmLabel={t('edit.confirm')}
      // A refusal is shown by the dialog.
      onConfirm={() => void save().catch(() => undefined)}
      onClose={onClose}
      isBusy={sending.isPending}
      isConfirmDisabled={may.setBudget.isAllowed && (limits === undefined || isBehind)}
      permit={may.setBudget}
      error={sending.error}
      isErrorSaid={isBehind}
      errorTitle={t('edit.failed')}
    >
      <Modes edit={edit} />
      {edit.mode === 'yaml' ? <BudgetText edit={edit} /> : <BudgetFields edit={edit} />}
      <BudgetEffect placement={placement} limits={limits} />
      {isBehind && <Conflict placement={placement} rebase={rebase} />}
      {limits && <KubectlPanel command={budgetCommand(name, limits)} />}
    </ConfirmDialog>
  );
};

const Modes = ({ edit: { mode, setMode } }: { edit: BudgetEdit }) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 1 }}>
      <ToggleButtonGroup
        size="small"
        exclusive
        value={mode}
        onChange={(_, next: BudgetEdit['mode'] | null) => next && setMode(next)}
        aria-label={t('edit.mode')}
      >
        {MODES.map(one => (
          <ToggleButton key={one} value={one} sx={{ textTransform: 'none', px: 1.5, color: 'text.primary' }}>
            {t(`edit.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
};

const Conflict = ({
  placement: { evictions },
  rebase,
}: Pick<BudgetDialogProps, 'placement'> & Pick<BudgetEdit, 'rebase'>) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  const theirs = evictions?.budget;
  return (
    <ConflictNote
      text={theirs ? t('conflict.changed', { theirs: theirs.sentence }) : t('conflict.deleted')}
      onTheirs={() => rebase('theirs')}
      onMine={() => rebase('mine')}
    />
  );
};
