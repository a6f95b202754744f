import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { messageOf } from '../../api/errors';
import { useSelection } from '../../api/editorQueries';
import { useHubIsReachable } from '../../components/HubBar';
import { useDebouncedValue } from '../../components/useDebouncedValue';
import { sizeText } from '../../model/sizeText';
import { nameOf, objectsAt, scopeOf, SELECTORS } from '../../model/placementEditor/fields';
import { hasUnfinishedSelector } from '../../model/placementEditor/unfinished';
import { labelsOf } from '../../model/placementEditor/requests';
import { placementEditorTranslationRef } from '../../translation/placementEditor';
import { sharedTranslationRef } from '../../translation/shared';
import { unfinishedTranslationRef } from '../../translation/unfinished';
import { useForm } from './formContext';

const PAUSE_MS = 500;

/** How many objects are selected now, and how large they are; what is wrong with the selectors. */
export const SelectionCount = () => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const unfinished = useTranslationRef(unfinishedTranslationRef);
  const shared = useTranslationRef(sharedTranslationRef);
  const isReached = useHubIsReachable();
  const { manifest, valueAt } = useForm();
  const selectors = objectsAt(manifest, SELECTORS) as Schemas['PreviewSelectionRequest']['selectors'];
  const scope = scopeOf(manifest);
  const name = nameOf(manifest);
  const isAsked = scope !== '' && selectors.length > 0 && !hasUnfinishedSelector(manifest);
  // Who may place, and so see, may depend on them.
  const labels = labelsOf(valueAt(['metadata', 'labels']));
  const { settled } = useDebouncedValue({ selectors, labels, scope, ...(name !== '' && { name }) }, PAUSE_MS);
  // While somebody types without a pause, what settled may be from before the scope or the namespace was changed.
  const query = useSelection(isAsked && settled.scope === scope ? settled : undefined);
  if (scope === '' || selectors.length === 0) return null;
  if (!isAsked) return <>{unfinished.t('selector')}</>;
  if (!isReached && (query.data === undefined || query.isPlaceholderData))
    return <>{t('resources.notCounted', { message: shared.t('hub.off') })}</>;
  if (query.error) return <>{t('resources.notCounted', { message: messageOf(query.error) })}</>;
  if (query.data === undefined) return <>{t('resources.counting')}</>;
  const { objects, bytes, excludedCount, problems, warnings } = query.data;
  const notices = [...problems, ...warnings].map(({ message }) => message);
  return (
    <Box component="span" role="status" sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
      {t('resources.count', { count: objects, size: sizeText(bytes) })}
      {excludedCount > 0 && `, ${t('resources.excluded', { count: excludedCount })}`}
      {notices.length > 0 && (
        <Box component="span" sx={{ display: 'block', color: 'text.primary' }}>
          {notices.join(' ')}
        </Box>
      )}
    </Box>
  );
};
