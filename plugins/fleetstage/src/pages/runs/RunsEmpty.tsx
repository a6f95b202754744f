import { useTranslationRef } from '@backstage/frontend-plugin-api';
import FilterList from '@mui/icons-material/FilterList';
import PlaylistPlay from '@mui/icons-material/PlaylistPlay';
import Button from '@mui/material/Button';
import { EmptyState } from '../../components/EmptyState';
import { useUrlPatch } from '../../routing';
import { runsTranslationRef } from '../../translation/runs';

/** No run at all, or none that the filters let through. */
export const RunsEmpty = ({ isFiltered }: { isFiltered: boolean }) => {
  const { t } = useTranslationRef(runsTranslationRef);
  const patch = useUrlPatch();
  if (!isFiltered) return <EmptyState icon={PlaylistPlay} title={t('empty.title')} body={t('empty.body')} />;
  const clear = () => patch({ q: undefined, state: undefined, placement: undefined, cluster: undefined });
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
