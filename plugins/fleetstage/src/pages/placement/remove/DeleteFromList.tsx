import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { usePlacement } from '../../../api/placementQueries';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { LineSkeleton } from '../../../components/LineSkeleton';
import { keyOfLink } from '../../../model/placements/placementFilters';
import { useUrlPatch, useUrlState } from '../../../routing';
import { placementRemoveTranslationRef } from '../../../translation/placementRemove';
import { DeletePlacementDialog } from './DeletePlacementDialog';

/** The dialog over a list while the address says `?dialog=delete&for=<placement>`. */
export const DeleteFromList = () => {
  const [dialog] = useUrlState('dialog');
  const [name] = useUrlState('for');
  const patch = useUrlPatch();
  if (dialog !== 'delete' || name === '') return null;
  return <Loaded name={name} onClose={() => patch({ dialog: undefined, for: undefined })} />;
};

const Loaded = ({ name, onClose }: { name: string; onClose: () => void }) => {
  const { t } = useTranslationRef(placementRemoveTranslationRef);
  const { data, error } = usePlacement(keyOfLink(name));
  if (data !== undefined) return <DeletePlacementDialog placement={data.placement} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title={t('title', { name })}
      error={error}
      errorTitle={t('notLoaded')}
      onClose={onClose}
    >
      {error === null && (
        <div role="status" aria-busy aria-label={t('loading')}>
          <LineSkeleton />
        </div>
      )}
    </ConfirmDialog>
  );
};
