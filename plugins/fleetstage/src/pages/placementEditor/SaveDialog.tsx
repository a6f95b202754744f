import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { messageOf } from '../../api/errors';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { KubectlPanel } from '../../components/KubectlPanel';
import { nameOf } from '../../model/placementEditor/fields';
import { applyCommand } from '../../model/placementEditor/requests';
import { placementEditorTranslationRef } from '../../translation/placementEditor';
import { TextDiff } from './DiffMode';
import { beginsAt } from './PreviewCard';
import type { Editor } from './useEditor';
import type { EffectOnFleet } from './useEffectOnFleet';

interface SaveDialogProps {
  readonly editor: Editor;
  readonly effect: EffectOnFleet;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** What is written, and what it does to clusters, before it is written. */
export const SaveDialog = ({
  editor,
  effect,
  isOpen,
  isBusy,
  error,
  onConfirm,
  onClose,
}: SaveDialogProps) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { base, manifest, text } = editor;
  const name = nameOf(manifest);
  const isNew = base.shown === undefined;
  const whatIf = effect.isOld || effect.query.error ? undefined : effect.query.data;
  const count = whatIf ? beginsAt(whatIf.rollout) : 0;
  const verb = isNew ? 'create' : 'save';
  return (
    <ConfirmDialog
      open={isOpen}
      width={720}
      title={t(`dialog.${verb}Title`, { name })}
      confirmLabel={count > 0 ? t(`dialog.${verb}Rolling`, { count }) : t(`dialog.${verb}Label`)}
      onConfirm={onConfirm}
      onClose={onClose}
      isBusy={isBusy}
      error={error}
      errorTitle={t(isNew ? 'dialog.failedCreate' : 'dialog.failedSave')}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ minHeight: CONSEQUENCE_LINES }}>
          <Consequence effect={effect} whatIf={whatIf} />
        </Box>
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
          <TextDiff before={isNew ? '' : base.text} after={text} />
        </Box>
        <KubectlPanel command={applyCommand(text)} />
      </Box>
    </ConfirmDialog>
  );
};

/** Room for what is told of most changes, so that the buttons stay where they are when it comes. */
const CONSEQUENCE_LINES = '3em';

interface ConsequenceProps {
  readonly effect: EffectOnFleet;
  readonly whatIf: Schemas['WhatIf'] | undefined;
}

const Consequence = ({ effect: { isReady, query }, whatIf }: ConsequenceProps) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  if (!isReady) return <>{t('dialog.unknown')}</>;
  if (query.error) return <>{t('dialog.failed', { message: messageOf(query.error) })}</>;
  if (whatIf === undefined) return <Box aria-busy>{t('dialog.working')}</Box>;
  const { counts, rollout } = whatIf;
  const told = (['gains', 'loses', 'stays'] as const)
    .filter(effect => counts[effect] > 0 || effect === 'gains')
    .map(effect => t(`preview.${effect}`, { count: counts[effect] }));
  return (
    <>
      <Box sx={{ fontWeight: 500 }}>{told.join(', ')}.</Box>
      <Box sx={{ color: 'text.secondary' }}>
        {rollout.kind === 'runs' ? t('dialog.runs') : rollout.message}
      </Box>
    </>
  );
};
