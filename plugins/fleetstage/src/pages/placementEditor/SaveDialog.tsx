import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { messageOf } from '../../api/errors';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { KubectlPanel } from '../../components/KubectlPanel';
import { listNames } from '../../model/listNames';
import { fewNames } from '../../model/placement/fewNames';
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
  const acts = useActs(whatIf);
  const verb = isNew ? 'create' : 'save';
  return (
    <ConfirmDialog
      open={isOpen}
      width={720}
      title={t(`dialog.${verb}Title`, { name })}
      confirmLabel={acts === '' ? t(`dialog.${verb}Label`) : t(`dialog.${verb}Acts`, { acts })}
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

/** What happens to clusters as soon as it is saved: what they get, and what is taken from them. */
function useActs(whatIf: Schemas['WhatIf'] | undefined): string {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  if (whatIf === undefined) return '';
  const begins = beginsAt(whatIf.rollout);
  const leaves = whatIf.rollout.leaves.length;
  const acts = [
    begins > 0 && t('dialog.rollsOut', { count: begins }),
    leaves > 0 && t('dialog.removes', { count: leaves }),
  ];
  return listNames(acts.filter(act => act !== false));
}

/** Room for the effects of most changes, so that the buttons stay where they are when it comes. */
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
  const effects = (['gains', 'loses', 'stays'] as const)
    .filter(effect => counts[effect] > 0 || effect === 'gains')
    .map(effect => t(`preview.${effect}`, { count: counts[effect] }));
  return (
    <>
      <Box sx={{ fontWeight: 500 }}>{effects.join(', ')}.</Box>
      <Box sx={{ color: 'text.secondary' }}>
        {rollout.kind === 'runs' ? t('dialog.runs') : rollout.message}
      </Box>
      <Leaves names={rollout.leaves} />
    </>
  );
};

/** Names that are read; the others are counted, and the preview lists them. */
const NAMED = 5;

/** The clusters from which the objects are deleted at once. */
const Leaves = ({ names }: { names: readonly string[] }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  if (names.length === 0) return null;
  const { shown, more } = fewNames(names, names.length, NAMED);
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      {more === 0
        ? t('dialog.removesFrom', { names: shown })
        : t('dialog.removesFromMore', { names: shown, count: more })}
    </Box>
  );
};
