import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { listAll } from '../../model/listNames';
import { keyOf } from '../../model/overrides/overrideList';
import { overrideEditorTranslationRef } from '../../translation/overrideEditor';
import { SaveObjectDialog, type SaveObjectProps } from '../placementEditor/SaveObjectDialog';

interface SaveDialogProps extends SaveObjectProps {
  /** Of the text; absent while it is not known. */
  readonly match: Schemas['OverrideMatchAnswer'] | undefined;
  readonly isNew: boolean;
}

/** Which clusters it changes, before it is written. */
export const SaveDialog = ({ match, isNew, ...props }: SaveDialogProps) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  return (
    <SaveObjectDialog
      what="override"
      isNew={isNew}
      confirmLabel={t(isNew ? 'dialog.create' : 'dialog.save')}
      {...props}
    >
      {match && <Consequence match={match} />}
    </SaveObjectDialog>
  );
};

const Consequence = ({ match }: { match: Schemas['OverrideMatchAnswer'] }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const changed = match.placements.filter(({ matched }) => matched > 0);
  const n = changed.reduce((sum, { matched }) => sum + matched, 0);
  return (
    <>
      <Box sx={{ fontWeight: 500 }}>
        {t('dialog.changes', { count: changed.length, names: listAll(changed.map(keyOf)), n })}
      </Box>
      {match.missingLabelCount > 0 && (
        <Alert severity="warning">{t('dialog.missing', { count: match.missingLabelCount })}</Alert>
      )}
    </>
  );
};
