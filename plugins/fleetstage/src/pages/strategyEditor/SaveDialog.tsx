import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { messageOf } from '../../api/errors';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { KubectlPanel } from '../../components/KubectlPanel';
import { nameOf } from '../../model/placementEditor/fields';
import { applyCommand } from '../../model/placementEditor/requests';
import type { SaveRisk } from '../../model/strategyEditor/uses';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { TextDiff } from '../placementEditor/DiffMode';
import type { Editor } from '../placementEditor/useEditor';

interface SaveDialogProps {
  readonly editor: Editor;
  /** As the hub answers; absent for a new one. */
  readonly detail: Schemas['StrategyDetail'] | undefined;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Runs that would fail to prepare. */
  readonly risks: readonly SaveRisk[];
  /** Why the hub has not checked it. */
  readonly judgeError: Error | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** What is written and whom it concerns, before it is written. */
export const SaveDialog = (props: SaveDialogProps) => {
  const { editor, detail, isOpen, isBusy, error, risks, judgeError, onConfirm, onClose } = props;
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { base, manifest, text } = editor;
  const verb = detail === undefined ? 'create' : 'save';
  const count = risks.flatMap(({ problems }) => problems).length;
  return (
    <ConfirmDialog
      open={isOpen}
      width={720}
      title={t(`dialog.${verb}Title`, { name: nameOf(manifest) })}
      confirmLabel={count === 0 ? t(`dialog.${verb}`) : t(`dialog.${verb}Risky`, { count })}
      onConfirm={onConfirm}
      onClose={onClose}
      isBusy={isBusy}
      error={error}
      errorTitle={t(detail === undefined ? 'dialog.failedCreate' : 'dialog.failedSave')}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {detail && <Consequence detail={detail} />}
        {risks.map(risk => (
          <Risk key={risk.placement ?? ''} risk={risk} />
        ))}
        {judgeError && (
          <Box sx={{ color: 'text.secondary' }}>{t('judgeFailed', { message: messageOf(judgeError) })}</Box>
        )}
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
          <TextDiff before={base.shown === undefined ? '' : base.text} after={text} />
        </Box>
        <KubectlPanel command={applyCommand(text)} />
      </Box>
    </ConfirmDialog>
  );
};

/** What the runs of a placement will meet: it may be saved all the same. */
const Risk = ({ risk: { placement, problems } }: { risk: SaveRisk }) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  return (
    <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
      <AlertTitle sx={{ fontSize: 14, lineHeight: '20px', mb: 0 }}>
        {placement === undefined ? t('dialog.riskOfAll') : t('dialog.risk', { placement })}
      </AlertTitle>
      {problems.map(({ message }) => (
        <div key={message}>{message}</div>
      ))}
    </Alert>
  );
};

const Consequence = ({
  detail: { uses, strategy, unpreparedRuns },
}: {
  detail: Schemas['StrategyDetail'];
}) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const copies = strategy.openRuns.length - unpreparedRuns.length;
  return (
    <Box>
      <Box sx={{ fontWeight: 500 }}>
        {uses.length === 0 ? t('dialog.noUses') : t('dialog.uses', { count: uses.length })}{' '}
        {copies > 0 && t('dialog.copies', { count: copies })}
      </Box>
      {unpreparedRuns.length > 0 && (
        <Box sx={{ color: 'text.secondary' }}>{t('dialog.unprepared', { count: unpreparedRuns.length })}</Box>
      )}
    </Box>
  );
};
