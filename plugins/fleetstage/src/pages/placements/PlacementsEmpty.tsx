import { useTranslationRef } from '@backstage/frontend-plugin-api';
import FilterList from '@mui/icons-material/FilterList';
import ViewInAr from '@mui/icons-material/ViewInAr';
import Button from '@mui/material/Button';
import { EmptyState } from '../../components/EmptyState';
import { useCopy } from '../../components/useCopy';
import { EXAMPLE } from '../../model/placements/placementFilters';
import { useUrlPatch } from '../../routing';
import { placementsTranslationRef } from '../../translation/placements';

/** No placement at all, or none that the filters let through. */
export const PlacementsEmpty = ({ isFiltered }: { isFiltered: boolean }) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const patch = useUrlPatch();
  const copy = useCopy();
  if (!isFiltered) {
    return (
      <EmptyState
        icon={ViewInAr}
        title={t('empty.title')}
        body={t('empty.body')}
        actions={
          <Button variant="outlined" color="inherit" onClick={() => copy(EXAMPLE, t('empty.copied'))}>
            {t('empty.copy')}
          </Button>
        }
      />
    );
  }
  const clear = () => patch({ q: undefined, state: undefined, cluster: undefined, moves: undefined });
  return (
    <EmptyState
      isPart
      icon={FilterList}
      title={t('empty.filteredTitle')}
      body={t('empty.filteredBody')}
      actions={
        <Button variant="outlined" color="inherit" onClick={clear}>
          {t('empty.clear')}
        </Button>
      }
    />
  );
};
