import { useTranslationRef } from '@backstage/frontend-plugin-api';
import FilterList from '@mui/icons-material/FilterList';
import Hub from '@mui/icons-material/Hub';
import Button from '@mui/material/Button';
import { EmptyState } from '../../components/EmptyState';
import { useUrlPatch } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';

/** No member at all, or none that the filters let through. */
export const ClustersEmpty = ({ isFiltered }: { isFiltered: boolean }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const patch = useUrlPatch();
  if (!isFiltered) return <EmptyState icon={Hub} title={t('empty.title')} body={t('empty.body')} />;
  return (
    <EmptyState
      isPart
      icon={FilterList}
      title={t('empty.filteredTitle')}
      body={t('empty.filteredBody')}
      actions={
        <Button
          variant="outlined"
          color="inherit"
          onClick={() => patch({ q: undefined, state: undefined, label: undefined })}
        >
          {t('empty.clear')}
        </Button>
      }
    />
  );
};
