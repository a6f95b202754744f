import { useTranslationRef } from '@backstage/frontend-plugin-api';
import SystemUpdateAlt from '@mui/icons-material/SystemUpdateAlt';
import { useSequences } from '../../api/sequenceQueries';
import { usePages } from '../../api/useFleetQuery';
import { ObjectList, useObjectListFilters } from '../../components/ObjectList';
import { arrangeSequences, SEQUENCE_FILTERS, SEQUENCE_SORTS } from '../../model/sequences/sequenceList';
import { useLinks } from '../../routing';
import { sequencesTranslationRef } from '../../translation/sequences';
import { FirstSteps } from './FirstSteps';
import { SequenceTable } from './SequenceTable';

/** All rollout sequences. */
export const SequencesPage = () => {
  const { t } = useTranslationRef(sequencesTranslationRef);
  const links = useLinks();
  const query = useSequences();
  const data = usePages(query.data);
  const filters = useObjectListFilters('show', SEQUENCE_SORTS);
  const { q, chosen: show, sort } = filters;
  return (
    <ObjectList
      query={{ ...query, data }}
      rows={data && arrangeSequences(data.items, { q, show, sort })}
      filters={filters}
      filter={{
        name: 'show',
        options: SEQUENCE_FILTERS.map(value => ({ value, label: t(`show.${value}`) })),
      }}
      sorts={SEQUENCE_SORTS.map(one => [one, t(`sort.${one}`)] as const)}
      icon={SystemUpdateAlt}
      newTo={links.newSequence()}
      firstSteps={<FirstSteps />}
      words={{
        title: t('title'),
        what: t('what'),
        create: t('create'),
        search: t('search'),
        filter: t('show.label'),
        sort: t('sort.label'),
        emptyTitle: t('empty.title'),
        emptyBody: t('empty.body'),
        count: (count, isFiltered) => t(isFiltered ? 'matching' : 'total', { count }),
        noMatch: words => t('empty.filteredTitle', { filters: words }),
      }}
      table={rows => <SequenceTable rows={rows} />}
    />
  );
};
