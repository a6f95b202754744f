import Box from '@mui/material/Box';
import type { Run } from '../../model/run/pipeline';
import { ClusterDrawer } from './ClusterDrawer';
import { RunNow } from './now/RunNow';
import { PipelineTab } from './pipeline/PipelineTab';
import { RunDialogs } from './RunDialogs';
import { RunProgress } from './RunProgress';
import { RunTabs } from './RunTabs';
import { ChangesTab } from './tabs/ChangesTab';
import { ClustersTab } from './tabs/ClustersTab';
import { PlanTab } from './tabs/PlanTab';
import { TimelineTab } from './tabs/TimelineTab';
import { useRunAnnouncements } from './useRunAnnouncements';
import { useRunUrl, type Tab } from './useRunUrl';

const PANELS: Record<Tab, (props: { run: Run }) => JSX.Element> = {
  pipeline: PipelineTab,
  clusters: ClustersTab,
  changes: ChangesTab,
  timeline: TimelineTab,
  plan: PlanTab,
};

/** Below the title: what is now, how far, and the parts of the run. */
export const RunContent = ({ run }: { run: Run }) => {
  const { tab } = useRunUrl(run);
  useRunAnnouncements(run);
  const Panel = PANELS[tab];
  return (
    // Room for the buttons at the bottom of small screens.
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', pb: { xs: 9, sm: 0 } }}>
      <RunNow run={run} />
      {run.pipeline.length > 0 && <RunProgress run={run} />}
      <RunTabs run={run} />
      <Box role="tabpanel" id={`run-${tab}`} aria-labelledby={`run-tab-${tab}`} sx={{ minWidth: 0 }}>
        <Panel run={run} />
      </Box>
      <ClusterDrawer run={run} />
      <RunDialogs run={run} />
    </Box>
  );
};
