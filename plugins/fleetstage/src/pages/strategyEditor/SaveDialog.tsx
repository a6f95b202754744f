import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import type { SaveRisk } from '../../model/strategyEditor/uses';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { SaveObjectDialog, type SaveObjectProps } from '../placementEditor/SaveObjectDialog';

interface SaveDialogProps extends SaveObjectProps {
  /** As the hub answers; absent for a new one. */
  readonly detail: Schemas['StrategyDetail'] | undefined;
  /** Runs that would fail to prepare. */
  readonly risks: readonly SaveRisk[];
  readonly isComputing: boolean;
}

/** Whom it concerns, before it is written. */
export const SaveDialog = ({ detail, risks, ...props }: SaveDialogProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const verb = detail === undefined ? 'create' : 'save';
  const count = risks.flatMap(({ problems }) => problems).length;
  return (
    <SaveObjectDialog
      what="strategy"
      isNew={detail === undefined}
      confirmLabel={count === 0 ? t(`dialog.${verb}`) : t(`dialog.${verb}Risky`, { count })}
      {...props}
    >
      {detail && <Consequence detail={detail} />}
      {risks.map(risk => (
        <Risk key={risk.placement ?? ''} risk={risk} />
      ))}
    </SaveObjectDialog>
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
