import { useTranslationRef } from '@backstage/frontend-plugin-api';
import PlaylistPlay from '@mui/icons-material/PlaylistPlay';
import { useStrategies } from '../../api/placementQueries';
import { ObjectList, useObjectListFilters } from '../../components/ObjectList';
import { arrangeStrategies, SORTS, USES } from '../../model/strategies/strategyList';
import { useLinks } from '../../routing';
import { strategiesTranslationRef } from '../../translation/strategies';
import { StrategyTable } from './StrategyTable';

/** All update strategies. */
export const StrategiesPage = () => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const links = useLinks();
  const query = useStrategies();
  const filters = useObjectListFilters('use', SORTS);
  const { q, chosen: use, sort } = filters;
  return (
    <ObjectList
      query={query}
      rows={query.data && arrangeStrategies(query.data.items, { q, use, sort })}
      filters={filters}
      filter={{ name: 'use', options: USES.map(value => ({ value, label: t(`use.${value}`) })) }}
      sorts={SORTS.map(one => [one, t(`sort.${one}`)] as const)}
      icon={PlaylistPlay}
      newTo={links.newStrategy()}
      words={{
        title: t('title'),
        what: t('what'),
        create: t('create'),
        search: t('search'),
        filter: t('use.label'),
        sort: t('sort.label'),
        emptyTitle: t('empty.title'),
        emptyBody: t('empty.body'),
        count: (count, isFiltered) => t(isFiltered ? 'matching' : 'total', { count }),
        noMatch: words => t('empty.filteredTitle', { filters: words }),
      }}
      table={rows => <StrategyTable rows={rows} />}
    />
  );
};
