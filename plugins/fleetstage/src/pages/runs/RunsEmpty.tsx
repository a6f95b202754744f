import { useTranslationRef } from '@backstage/frontend-plugin-api';
import PlaylistPlay from '@mui/icons-material/PlaylistPlay';
import { EmptyState } from '../../components/EmptyState';
import { NoMatch } from '../../components/NoMatch';
import { isGroup, type RunFilters } from '../../model/runs/runFilters';
import { useUrlPatch } from '../../routing';
import { runsTranslationRef } from '../../translation/runs';

/** No run at all, or none that the filters let through. */
export const RunsEmpty = ({ filters }: { filters?: RunFilters }) => {
  const { t } = useTranslationRef(runsTranslationRef);
  const patch = useUrlPatch();
  if (filters === undefined)
    return <EmptyState icon={PlaylistPlay} title={t('empty.title')} body={t('empty.body')} />;
  const { q, state, placement, cluster } = filters;
  return (
    <NoMatch
      title={words => t('empty.filteredTitle', { filters: words })}
      filters={[
        q && t('filter.name', { name: q }),
        placement && t('filter.placement', { name: placement }),
        cluster && t('filter.cluster', { name: cluster }),
        ...state.split(',').map(one => (isGroup(one) ? t(`filter.${one}`) : one)),
      ]}
      onClear={() => patch({ q: undefined, state: undefined, placement: undefined, cluster: undefined })}
    />
  );
};
