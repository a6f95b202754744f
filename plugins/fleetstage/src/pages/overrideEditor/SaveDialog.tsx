import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { EffectLines } from '../../components/EffectLine';
import { listAll } from '../../model/listNames';
import { effectsByPlacement } from '../../model/overrides/effects';
import { keyOf } from '../../model/overrides/overrideList';
import { overrideEditorTranslationRef } from '../../translation/overrideEditor';
import { SaveObjectDialog, type SaveObjectProps } from '../placementEditor/SaveObjectDialog';
import type { LiveEffect } from './useOverrideEffect';

interface SaveDialogProps extends SaveObjectProps {
  /** Of the text; absent while it is not known. */
  readonly match: Schemas['OverrideMatchAnswer'] | undefined;
  /** What the text would change; of an earlier text it says nothing here. */
  readonly effect: LiveEffect;
  readonly isNew: boolean;
}

/** Which clusters it changes, before it is written. */
export const SaveDialog = ({ match, effect, isNew, ...props }: SaveDialogProps) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  return (
    <SaveObjectDialog
      what="override"
      isNew={isNew}
      confirmLabel={t(isNew ? 'dialog.create' : 'dialog.save')}
      isComputing={effect.lacks === undefined && effect.error === undefined && effect.isOld}
      {...props}
    >
      <Consequence match={match} effect={effect} />
    </SaveObjectDialog>
  );
};

/** The preview where it is known: beside it the number of clusters that match would be a second one. */
const Consequence = ({ match, effect }: Pick<SaveDialogProps, 'match' | 'effect'>) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { answered, isOld } = effect;
  const effects = answered && !isOld ? effectsByPlacement(answered.answer) : [];
  return (
    <>
      {effects.length > 0 ? (
        <Box>
          <Box sx={{ fontWeight: 500 }}>{t('dialog.effect', { count: effects.length })}</Box>
          <EffectLines effects={effects} />
        </Box>
      ) : (
        match && <Matched match={match} />
      )}
      {match && match.missingLabelCount > 0 && (
        <Alert severity="warning">{t('dialog.missing', { count: match.missingLabelCount })}</Alert>
      )}
    </>
  );
};

const Matched = ({ match }: { match: Schemas['OverrideMatchAnswer'] }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const changed = match.placements.filter(({ matched }) => matched > 0);
  const n = changed.reduce((sum, { matched }) => sum + matched, 0);
  return (
    <Box sx={{ fontWeight: 500 }}>
      {t('dialog.changes', { count: changed.length, names: listAll(changed.map(keyOf)), n })}
    </Box>
  );
};
