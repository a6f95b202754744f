import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { listNames } from '../../model/listNames';
import { sequenceEditorTranslationRef } from '../../translation/sequenceEditor';

type Edit = Schemas['SequenceEdit'];

/** So many clusters by name. */
const MOVED = 5;

/** The class of an edit, and what it does to rollouts and clusters (E/MO-001…004). */
export const EditEffect = ({ edit }: { edit: Edit }) => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  const { fields, cancels, reordered } = edit;
  if (fields.length === 0) return <Box sx={{ fontSize: 13 }}>{t('edit.none')}</Box>;
  return (
    <Alert
      severity={cancels.length > 0 ? 'warning' : 'success'}
      variant="outlined"
      sx={{ overflowWrap: 'anywhere' }}
    >
      <AlertTitle sx={{ fontSize: 14, lineHeight: '20px' }}>{t(`edit.${edit.class}`)}</AlertTitle>
      {edit.class === 'Participants' && (
        <div>{t('edit.cancels', { count: cancels.length, names: listNames(cancels) })}</div>
      )}
      <Moved edit={edit} />
      {reordered.length > 0 && <div>{t('edit.reordered', { names: listNames(reordered) })}</div>}
    </Alert>
  );
};

const Moved = ({ edit: { moved, movedCount } }: { edit: Edit }) => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  if (movedCount === 0) return null;
  const shown = moved.slice(0, MOVED);
  const more = movedCount - shown.length;
  return (
    <>
      <div>{t('edit.moved', { count: movedCount })}</div>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {shown.map(({ cluster, from, to }) => (
          <li key={cluster}>
            {t('edit.move', {
              cluster,
              from: from ?? t('edit.nowhere'),
              to: to ?? t('edit.nowhere'),
            })}
          </li>
        ))}
        {more > 0 && <li>{t('edit.more', { count: more })}</li>}
      </Box>
    </>
  );
};
