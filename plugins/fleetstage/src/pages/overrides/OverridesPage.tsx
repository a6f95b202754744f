import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Tune from '@mui/icons-material/Tune';
import { useOverrides } from '../../api/overrideQueries';
import { ObjectList, useObjectListFilters } from '../../components/ObjectList';
import { arrangeOverrides, SORTS, STATES } from '../../model/overrides/overrideList';
import { useLinks } from '../../routing';
import { overridesTranslationRef } from '../../translation/overrides';
import { OverrideTable } from './OverrideTable';

/** All overrides, cluster-wide ones and those of namespaces. */
export const OverridesPage = () => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  const query = useOverrides();
  const filters = useObjectListFilters('state', SORTS);
  const { q, chosen: state, sort } = filters;
  return (
    <ObjectList
      query={query}
      rows={query.data && arrangeOverrides(query.data.items, { q, state, sort })}
      filters={filters}
      filter={{ name: 'state', options: STATES.map(value => ({ value, label: t(`state.${value}`) })) }}
      sorts={SORTS.map(one => [one, t(`sort.${one}`)] as const)}
      icon={Tune}
      newTo={links.newOverride()}
      words={{
        title: t('title'),
        what: t('what'),
        create: t('create'),
        search: t('search'),
        filter: t('state.label'),
        sort: t('sort.label'),
        emptyTitle: t('empty.title'),
        emptyBody: t('empty.body'),
        count: (count, isFiltered) => t(isFiltered ? 'matching' : 'total', { count }),
        noMatch: words => t('empty.filteredTitle', { filters: words }),
      }}
      table={rows => <OverrideTable rows={rows} />}
    />
  );
};
