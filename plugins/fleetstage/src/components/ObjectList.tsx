import type { SvgIconComponent } from '@mui/icons-material';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Add from '@mui/icons-material/Add';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { useGo, useUrlPatch, useUrlState } from '../routing';
import { AsyncBoundary, type BoundaryQuery } from './AsyncBoundary';
import { EmptyState } from './EmptyState';
import { FilterChips } from './FilterChips';
import { Choice, ListBar } from './ListBar';
import { NoMatch } from './NoMatch';
import { PageFrame } from './PageFrame';
import { PermitButton } from './PermitButton';
import { SearchField } from './SearchField';
import { ListSkeleton } from './Skeletons';

type Answer = Schemas['Stamp'] & {
  readonly items: readonly unknown[];
  readonly mayCreate: Schemas['Permit'];
};

interface ObjectListFilters {
  readonly q: string;
  /** Values of the one filter, with commas between. */
  readonly chosen: string;
  readonly sort: string;
}

/** Search, one filter and the order of a list, as the address says; the first order goes without saying. */
export function useObjectListFilters<S extends string>(filter: string, sorts: readonly [S, ...S[]]) {
  const [q] = useUrlState('q');
  const [chosen] = useUrlState(filter);
  const [sortText] = useUrlState('sort', sorts[0]);
  const sort = sorts.find(one => one === sortText) ?? sorts[0];
  return { q, chosen, sort };
}

interface ObjectListProps<T> {
  readonly query: BoundaryQuery<Answer>;
  /** Those that match; absent while they are not known. */
  readonly rows: readonly T[] | undefined;
  readonly filters: ObjectListFilters;
  /** Its name in the address, its values. */
  readonly filter: { readonly name: string; readonly options: readonly { value: string; label: string }[] };
  readonly sorts: readonly (readonly [value: string, label: string])[];
  readonly icon: SvgIconComponent;
  /** Address of the editor of a new one. */
  readonly newTo: string;
  /** Beside the button that creates one, where there is none yet. */
  readonly firstSteps?: ReactNode;
  readonly words: ObjectListWords;
  readonly table: (rows: readonly T[]) => ReactNode;
}

interface ObjectListWords {
  readonly title: string;
  readonly what: string;
  readonly create: string;
  readonly search: string;
  readonly filter: string;
  readonly sort: string;
  readonly emptyTitle: string;
  readonly emptyBody: string;
  readonly count: (count: number, isFiltered: boolean) => string;
  readonly noMatch: (filters: string) => string;
}

/** All objects of a kind that is edited here, and how to create one. */
export function ObjectList<T>(props: ObjectListProps<T>) {
  const { query, rows, filters, icon, newTo, firstSteps, words } = props;
  const { data } = query;
  const go = useGo();
  const isEmpty = data?.items.length === 0;
  const create = data && (
    <PermitButton permit={data.mayCreate} variant="contained" startIcon={<Add />} onClick={() => go(newTo)}>
      {words.create}
    </PermitButton>
  );
  return (
    <PageFrame
      title={words.title}
      subtitle={rows && !isEmpty && words.count(rows.length, filters.q !== '' || filters.chosen !== '')}
      hub={data?.hub}
      actions={!isEmpty && create}
    >
      <AsyncBoundary query={query} what={words.what} skeleton={<ListSkeleton />}>
        {() =>
          isEmpty ? (
            <EmptyState
              icon={icon}
              title={words.emptyTitle}
              body={words.emptyBody}
              actions={
                <>
                  {create}
                  {firstSteps}
                </>
              }
            />
          ) : (
            <List {...props} />
          )
        }
      </AsyncBoundary>
    </PageFrame>
  );
}

function List<T>({ rows = [], filters, filter, sorts, words, table }: ObjectListProps<T>) {
  const patch = useUrlPatch();
  const { q, chosen, sort } = filters;
  const named = filter.options.filter(({ value }) => chosen.split(',').includes(value));
  return (
    <Paper variant="outlined" sx={{ borderRadius: 2, minWidth: 0 }}>
      <ListBar filters={[chosen]}>
        <SearchField value={q} onChange={value => patch({ q: value })} label={words.search} />
        <FilterChips
          label={words.filter}
          options={filter.options}
          value={chosen}
          onChange={value => patch({ [filter.name]: value })}
        />
        <Choice
          label={words.sort}
          value={sort}
          options={sorts}
          onChange={value => patch({ sort: value === sorts[0]?.[0] ? undefined : value })}
          isLast
        />
      </ListBar>
      {rows.length > 0 ? (
        table(rows)
      ) : (
        <NoMatch
          title={words.noMatch}
          filters={[q && `“${q}”`, ...named.map(({ label }) => label)]}
          onClear={() => patch({ q: undefined, [filter.name]: undefined })}
        />
      )}
    </Paper>
  );
}
