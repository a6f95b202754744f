import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { TAB_HOVER, TabLabel } from '../../components/TabLabel';
import type { Run, View } from '../../model/run/pipeline';
import { runTranslationRef } from '../../translation/run';
import { TABS, useRunUrl, type Tab as TabId } from './useRunUrl';

const VIEWS: readonly View[] = ['columns', 'grid', 'table'];

export const RunTabs = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { tab, setTab } = useRunUrl(run);
  const counts: Partial<Record<TabId, number | string>> = {
    clusters: useClusterCount(run),
    changes: run.changeCount,
    timeline: run.timelineCount,
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap', minWidth: 0 }}>
      <Tabs
        value={tab}
        onChange={(_, next: TabId) => setTab(next)}
        variant="scrollable"
        // Only where they do not fit: a sign that there are more.
        scrollButtons="auto"
        allowScrollButtonsMobile
        aria-label={t('tabs.label')}
        sx={{
          'minHeight': 40,
          'minWidth': 0,
          'ml': -1.5,
          'maxWidth': { xs: 'calc(100% + 24px)', md: '100%' },
          '& .MuiTabs-scrollButtons': { width: 28 },
        }}
      >
        {TABS.map(id => (
          <Tab
            key={id}
            value={id}
            id={`run-tab-${id}`}
            aria-controls={`run-${id}`}
            label={<TabLabel text={t(`tabs.${id}`)} count={counts[id]} />}
            sx={{
              'minHeight': 40,
              'px': 1.5,
              'py': 0,
              'textTransform': 'none',
              'minWidth': 0,
              'fontSize': 14,
              'fontWeight': 500,
              'letterSpacing': 0,
              'color': 'text.secondary',
              '&.Mui-selected': { color: 'text.primary' },
              '&:hover': TAB_HOVER,
            }}
          />
        ))}
      </Tabs>
      {tab === 'pipeline' && run.pipeline.length > 0 && <ViewSwitch run={run} />}
    </Box>
  );
};

/** As many as the table has rows; those that are only removed are none of the clusters to update. */
function useClusterCount({ total, pipeline }: Run): number | string {
  const { t } = useTranslationRef(runTranslationRef);
  const removal = pipeline.find(({ isRemoval }) => isRemoval);
  if (removal === undefined) return total;
  const isDone = (removal.counts.removed ?? 0) === removal.total;
  return t(isDone ? 'tabs.andRemoved' : 'tabs.andToRemove', { total, removals: removal.total });
}

/** Beside the tabs: how the pipeline is drawn. */
const ViewSwitch = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { view, setView } = useRunUrl(run);
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      onChange={(_, next: View | null) => next && setView(next)}
      aria-label={t('views.label')}
      sx={{ ml: { sm: 'auto' } }}
    >
      {VIEWS.map(id => (
        <ToggleButton
          key={id}
          value={id}
          sx={{
            'px': 1.5,
            'py': 0.5,
            'fontSize': 13,
            'lineHeight': '20px',
            'textTransform': 'none',
            'color': 'text.secondary',
            '&.Mui-selected': { color: 'text.primary' },
          }}
        >
          {t(`views.${id}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};
