import { useTranslationRef } from '@backstage/frontend-plugin-api';
import FilterList from '@mui/icons-material/FilterList';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useMemo } from 'react';
import { EmptyState } from '../../../components/EmptyState';
import { Choice } from '../../../components/ListBar';
import { SearchField } from '../../../components/SearchField';
import { useHiddenColumns } from '../../../components/tableView';
import { ViewMenu } from '../../../components/ViewMenu';
import { VirtualTable } from '../../../components/VirtualTable';
import { clusterRows } from '../../../model/run/clusterRows';
import type { Run } from '../../../model/run/pipeline';
import { useUrlPatch, useUrlState } from '../../../routing';
import { runTranslationRef } from '../../../translation/run';
import { StateLegend } from '../pipeline/StateLegend';
import { useRunUrl } from '../useRunUrl';
import { useClusterColumns } from './useClusterColumns';

/** Every cluster of the run as a table: what the cells show, in words. */
export const ClustersTab = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { openCluster, cluster } = useRunUrl(run);
  const filter = useFilter();
  const columns = useClusterColumns(run);
  const [hidden] = useHiddenColumns('runClusters');
  const { q, state, stage, names, sort } = filter;
  const rows = useMemo(
    () => clusterRows(run, { q, state, stage, names, sort }),
    [run, q, state, stage, names, sort],
  );
  return (
    <Paper variant="outlined" sx={{ borderRadius: 2 }}>
      <Toolbar run={run} filter={filter} columns={columns} />
      {rows.length === 0 ? (
        <NothingMatches run={run} onClear={filter.clear} />
      ) : (
        <VirtualTable
          caption={t('table.caption', { run: run.name })}
          rows={rows}
          columns={columns}
          getKey={row => `${row.stage.name}/${row.cluster.name}`}
          onOpen={row => openCluster(row.cluster.name)}
          selectedKey={
            rows.find(row => row.cluster.name === cluster) &&
            `${rows.find(row => row.cluster.name === cluster)?.stage.name}/${cluster}`
          }
          sort={sort}
          onSort={filter.setSort}
          hidden={hidden}
        />
      )}
    </Paper>
  );
};

function useFilter() {
  const patch = useUrlPatch();
  const [q, setQ] = useUrlState('q');
  const [state, setState] = useUrlState('state');
  const [stage, setStage] = useUrlState('stage');
  const [names] = useUrlState('names');
  const [sort, setSort] = useUrlState('sort');
  const clear = () => patch({ q: undefined, state: undefined, stage: undefined, names: undefined });
  return { q, setQ, state, setState, stage, setStage, names, sort, setSort, clear };
}

interface ToolbarProps {
  readonly run: Run;
  readonly filter: ReturnType<typeof useFilter>;
  readonly columns: ReturnType<typeof useClusterColumns>;
}

const Toolbar = ({ run, filter, columns }: ToolbarProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 1.5,
        flexWrap: 'wrap',
        alignItems: 'center',
        px: 2,
        py: 1.25,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <SearchField value={filter.q} onChange={filter.setQ} label={t('grid.find')} width={200} />
      <Choice
        label={t('table.stage')}
        value={filter.stage}
        options={[
          ['', t('table.allStages')],
          ...run.pipeline.map(
            ({ name, isRemoval }) => [name, isRemoval ? t('stage.removal') : name] as const,
          ),
        ]}
        onChange={filter.setStage}
      />
      <StateLegend run={run} value={filter.state} onChange={filter.setState} />
      {filter.names !== '' && (
        <Button size="small" onClick={filter.clear}>
          {t('table.clear')}
        </Button>
      )}
      <ViewMenu table="runClusters" columns={columns} isLast />
    </Box>
  );
};

const NothingMatches = ({ run, onClear }: { run: Run; onClear: () => void }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const hidden = run.pipeline.reduce((sum, stage) => sum + stage.clusters.length, 0);
  return (
    <EmptyState
      isPart
      icon={FilterList}
      title={t('table.noMatch')}
      body={t('table.noMatchBody', { count: hidden })}
      actions={
        <Button variant="outlined" color="inherit" onClick={onClear}>
          {t('table.clear')}
        </Button>
      }
    />
  );
};
