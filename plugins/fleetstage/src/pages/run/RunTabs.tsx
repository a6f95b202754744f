import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { PAGE_TAB, SCROLL_BUTTON } from '../../components/PageTabs';
import { TabLabel } from '../../components/TabLabel';
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
        TabScrollButtonProps={SCROLL_BUTTON}
        aria-label={t('tabs.label')}
        sx={{
          minHeight: 40,
          minWidth: 0,
          maxWidth: { xs: 'calc(100% + 24px)', md: '100%' },
        }}
      >
        {TABS.map(id => (
          <Tab
            key={id}
            value={id}
            id={`run-tab-${id}`}
            // Only the panel of the chosen tab is on the page.
            aria-controls={id === tab ? `run-${id}` : undefined}
            label={<TabLabel text={t(`tabs.${id}`)} count={counts[id]} />}
            sx={PAGE_TAB}
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
  const { view, setView, setTab } = useRunUrl(run);
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      // The table is a separate tab.
      onChange={(_, next: View | null) => next && (next === 'table' ? setTab('clusters') : setView(next))}
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
