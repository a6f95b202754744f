import { useTranslationRef } from '@backstage/frontend-plugin-api';
import FilterList from '@mui/icons-material/FilterList';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { usePages } from '../../../api/useFleetQuery';
import { useVersionRolloutClusters } from '../../../api/versionRolloutQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { EmptyState } from '../../../components/EmptyState';
import { FilterChips } from '../../../components/FilterChips';
import { Choice, ListBar } from '../../../components/ListBar';
import { MoreRows } from '../../../components/MoreRows';
import { SearchField } from '../../../components/SearchField';
import { TableSkeleton } from '../../../components/Skeletons';
import { StatusIcon } from '../../../components/StatusChip';
import { useDebouncedValue } from '../../../components/useDebouncedValue';
import { useReasonWords } from '../../../components/useReasonWords';
import { VirtualTable } from '../../../components/VirtualTable';
import { upgradeStates, upgradeStatus } from '../../../model/status/versionRollout';
import { useUrlPatch, useUrlState } from '../../../routing';
import { versionRolloutTranslationRef } from '../../../translation/versionRollout';
import { versionStatusTranslationRef } from '../../../translation/versionStatus';
import type { RolloutCluster, RolloutProps } from '../rolloutProps';
import { useRolloutUrl } from '../useRolloutUrl';
import { useClusterColumns } from './useClusterColumns';

const PAGE = 100;
const keyOf = ({ name }: RolloutCluster) => name;

/** Every cluster of the rollout: where it is and why, with filters by state and reason (E/UI-003). */
export const ClustersTab = ({ rollout }: RolloutProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { openCluster, cluster } = useRolloutUrl();
  const filter = useFilter();
  const query = useVersionRolloutClusters(rollout.name, filter.asked);
  const data = usePages(query.data);
  const columns = useClusterColumns(rollout);
  return (
    <AsyncBoundary query={{ ...query, data }} what={t('table.what')} skeleton={<TableSkeleton />} isPart>
      {({ items, counts, reasons }) => (
        <Paper variant="outlined" sx={{ borderRadius: 2, minWidth: 0 }}>
          <Bar rollout={rollout} filter={filter} counts={counts} reasons={reasons} />
          {items.length === 0 ? (
            <Nothing filter={filter} />
          ) : (
            <VirtualTable
              caption={t('table.caption', { name: rollout.name })}
              rows={items}
              columns={columns}
              getKey={keyOf}
              rowHeight={48}
              onOpen={({ name }) => openCluster(name)}
              selectedKey={cluster || undefined}
              onEnd={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
              footer={
                query.hasNextPage && (
                  <MoreRows
                    query={query}
                    words={{
                      load: t('table.more'),
                      loading: t('table.loading'),
                      failed: t('table.failed'),
                      retry: t('table.again'),
                    }}
                  />
                )
              }
            />
          )}
        </Paper>
      )}
    </AsyncBoundary>
  );
};

function useFilter() {
  const patch = useUrlPatch();
  const [q] = useUrlState('q');
  const [state] = useUrlState('state');
  const [reason] = useUrlState('reason');
  const [stage] = useUrlState('stage');
  const { settled: text } = useDebouncedValue(q, 250);
  const asked = {
    limit: PAGE,
    ...(text !== '' && { q: text }),
    ...(state !== '' && { state }),
    ...(reason !== '' && { reason }),
    ...(stage !== '' && { stage }),
  };
  return { q, state, reason, stage, asked, patch };
}

type Filter = ReturnType<typeof useFilter>;
type Counts = Readonly<Record<string, number>>;

interface BarProps extends RolloutProps {
  readonly filter: Filter;
  /** All clusters of the rollout, by state and by reason. */
  readonly counts: Counts;
  readonly reasons: Counts;
}

const Bar = ({ rollout, filter: { q, state, reason, stage, patch }, counts, reasons }: BarProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const status = useTranslationRef(versionStatusTranslationRef);
  const reasonWords = useReasonWords();
  const on = state.split(',');
  const states = upgradeStates
    .filter(one => (counts[one] ?? 0) > 0 || on.includes(one))
    .map(one => {
      const { icon, tone, label } = upgradeStatus(one);
      return {
        value: one,
        label: status.t(label),
        count: counts[one] ?? 0,
        icon: <StatusIcon icon={icon} tone={tone} size={16} />,
      };
    });
  const known = [...new Set([...Object.keys(reasons), ...(reason === '' ? [] : [reason])])];
  return (
    <ListBar filters={[state, reason, stage]}>
      <SearchField value={q} onChange={value => patch({ q: value })} label={t('table.find')} width={200} />
      <FilterChips
        label={t('table.state')}
        options={states}
        value={state}
        onChange={value => patch({ state: value })}
      />
      <Choice
        label={t('table.reason')}
        value={reason}
        options={[
          ['', t('table.allReasons')],
          ...known.map(
            one => [one, t('table.reasonOf', { reason: reasonWords(one), n: reasons[one] ?? 0 })] as const,
          ),
        ]}
        onChange={value => patch({ reason: value })}
      />
      <Choice
        label={t('table.stage')}
        value={stage}
        options={[['', t('table.allStages')], ...rollout.pipeline.map(({ name }) => [name, name] as const)]}
        onChange={value => patch({ stage: value })}
      />
    </ListBar>
  );
};

const Nothing = ({ filter: { q, state, reason, stage, patch } }: { filter: Filter }) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const isFiltered = [q, state, reason, stage].some(value => value !== '');
  return (
    <EmptyState
      isPart
      icon={FilterList}
      title={t(isFiltered ? 'table.none' : 'table.noneAtAll')}
      actions={
        isFiltered && (
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => patch({ q: undefined, state: undefined, reason: undefined, stage: undefined })}
          >
            {t('table.clear')}
          </Button>
        )
      }
    />
  );
};
