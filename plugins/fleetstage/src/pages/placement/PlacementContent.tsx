import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { CommandsDialog } from '../../components/CommandsDialog';
import { PageTabs } from '../../components/PageTabs';
import { placementCommands } from '../../model/placement/commands';
import type { Placement } from '../../model/placement/now';
import { linkName } from '../../model/placements/placementFilters';
import { placementTranslationRef } from '../../translation/placement';
import { CreateRunFromUrl } from '../createRun/CreateRunFromUrl';
import { WorkloadsDrawer } from '../workloads/WorkloadsDrawer';
import { ClustersTab } from './clusters/ClustersTab';
import { BudgetDialog } from './evictions/BudgetDialog';
import { DeleteBudgetDialog } from './evictions/DeleteBudgetDialog';
import { EvictDialog } from './evictions/EvictDialog';
import { EvictionsTab } from './evictions/EvictionsTab';
import { PlacementNowCard } from './now/PlacementNowCard';
import { RolloutBlockers } from './now/RolloutBlockers';
import { ConditionsTab } from './tabs/ConditionsTab';
import { DeletePlacementDialog } from './remove/DeletePlacementDialog';
import { ResourcesTab } from './tabs/ResourcesTab';
import { PreviewTab } from './preview/PreviewTab';
import { RunsTab } from './tabs/RunsTab';
import { SnapshotsTab } from './tabs/SnapshotsTab';
import { TimelineTab } from './tabs/TimelineTab';
import { YamlTab } from './tabs/YamlTab';
import { TABS, usePlacementUrl, type Tab } from './usePlacementUrl';

const PANELS: Record<Tab, (props: { placement: Placement }) => JSX.Element> = {
  clusters: ClustersTab,
  resources: ResourcesTab,
  snapshots: SnapshotsTab,
  runs: RunsTab,
  conditions: ConditionsTab,
  timeline: TimelineTab,
  yaml: YamlTab,
  preview: PreviewTab,
  evictions: EvictionsTab,
};

/** Opened from the menu and from other pages: tabs as long as somebody is there. */
const ON_DEMAND: ReadonlySet<Tab> = new Set(['preview', 'evictions']);

/** Below the title: what is now, and the parts of the placement. */
export const PlacementContent = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { tab, setTab, dialog, closeDialog } = usePlacementUrl();
  const counts: Partial<Record<Tab, number>> = {
    // What is being deleted has nothing to do with the others.
    clusters: placement.isDeleting ? placement.decided.total : placement.total,
    resources: placement.resources.length,
    snapshots: placement.history.length,
    runs: placement.runsTotal,
    evictions: placement.evictions?.total,
  };
  const Panel = PANELS[tab];
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <PlacementNowCard placement={placement} />
      <RolloutBlockers placement={placement} />
      <PageTabs
        name="placement"
        label={t('tabs.label')}
        tabs={TABS.filter(id => !ON_DEMAND.has(id) || tab === id).map(id => ({
          id,
          label: t(`tabs.${id}`),
          count: counts[id],
        }))}
        value={tab}
        onChange={setTab}
      >
        <Panel placement={placement} />
      </PageTabs>
      <WorkloadsDrawer placement={placement} />
      <CreateRunFromUrl placement={linkName(placement)} permit={placement.may.createRun} />
      {dialog === 'delete' && <DeletePlacementDialog placement={placement} onClose={closeDialog} />}
      <EvictionDialogs placement={placement} />
      {dialog === 'kubectl' && (
        <CommandsDialog
          title={t('kubectlTitle', { name: placement.name })}
          commands={placementCommands(placement)}
          onClose={closeDialog}
        />
      )}
    </Box>
  );
};

const EvictionDialogs = ({ placement }: { placement: Placement }) => {
  const { dialog, cluster, closeDialog } = usePlacementUrl();
  switch (dialog) {
    case 'evict':
      return cluster === '' ? null : <EvictDialog placement={placement} cluster={cluster} />;
    case 'budget':
      return <BudgetDialog placement={placement} onClose={closeDialog} />;
    case 'noBudget':
      return <DeleteBudgetDialog placement={placement} onClose={closeDialog} />;
    default:
      return null;
  }
};
