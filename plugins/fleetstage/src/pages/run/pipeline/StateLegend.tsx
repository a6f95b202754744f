import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { CellSwatch } from '../../../components/CellSwatch';
import { FilterChips } from '../../../components/FilterChips';
import type { Run } from '../../../model/run/pipeline';
import { runClusterStates, runClusterStatus, type RunClusterState } from '../../../model/status/runCluster';
import { runTranslationRef } from '../../../translation/run';
import { statusTranslationRef } from '../../../translation/status';

interface StateLegendProps {
  readonly run: Run;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What the shapes mean, how many there are, and a filter. */
export const StateLegend = ({ run, value, onChange }: StateLegendProps) => {
  const { t } = useTranslationRef(statusTranslationRef);
  const words = useTranslationRef(runTranslationRef);
  const { allCounts, counts } = run;
  // The line above counts those to update alone.
  const countOf = (state: RunClusterState) => {
    const all = allCounts[state] ?? 0;
    const total = counts[state] ?? 0;
    return state === 'notStarted' && total > 0 && all > total
      ? words.t('tabs.andToRemove', { total, removals: all - total })
      : all;
  };
  const on = value.split(',');
  const options = runClusterStates
    .filter(state => (allCounts[state] ?? 0) > 0 || on.includes(state))
    .map(state => {
      const { cell, tone, label } = runClusterStatus(state);
      return {
        value: state,
        label: t(label),
        count: countOf(state),
        icon: <CellSwatch shape={cell} tone={tone} />,
      };
    });
  return <FilterChips options={options} value={value} onChange={onChange} />;
};
