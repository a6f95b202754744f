import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useVersionRolloutTimeline } from '../../api/versionRolloutQueries';
import { ConditionsTable } from '../../components/ConditionsTable';
import { KubectlPanel } from '../../components/KubectlPanel';
import { ManifestCard } from '../../components/ManifestCard';
import { PageTabs } from '../../components/PageTabs';
import { SectionCard } from '../../components/SectionCard';
import { VersionHistory } from '../../components/VersionHistory';
import { rolloutCommands } from '../../model/versionRollout/acts';
import { versionRolloutTranslationRef } from '../../translation/versionRollout';
import { ClustersTab } from './clusters/ClustersTab';
import { PipelineTab } from './pipeline/PipelineTab';
import type { RolloutProps } from './rolloutProps';
import { ROLLOUT_TABS, useRolloutUrl, type RolloutTab } from './useRolloutUrl';

/** The parts of a rollout, one at a time. */
export const RolloutTabs = ({ rollout }: RolloutProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { tab, setTab } = useRolloutUrl();
  const counts: Partial<Record<RolloutTab, number>> = {
    clusters: rollout.clusterCount,
    history: rollout.timelineCount,
  };
  const Panel = PANELS[tab];
  return (
    <PageTabs
      name="rollout"
      label={t('tabs.label')}
      tabs={ROLLOUT_TABS.map(id => ({ id, label: t(`tabs.${id}`), count: counts[id] }))}
      value={tab}
      onChange={setTab}
    >
      <Panel rollout={rollout} />
    </PageTabs>
  );
};

const HistoryTab = ({ rollout: { name } }: RolloutProps) => (
  <VersionHistory query={useVersionRolloutTimeline(name)} />
);

const YamlTab = ({ rollout: { name, conditions, manifest } }: RolloutProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SectionCard title={t('conditions')} count={conditions.length}>
        <ConditionsTable conditions={conditions} caption={t('conditions')} />
      </SectionCard>
      <ManifestCard title={t('yaml')} manifest={manifest} />
      <KubectlPanel command={rolloutCommands(name)} />
    </Box>
  );
};

const PANELS: Record<RolloutTab, (props: RolloutProps) => JSX.Element> = {
  pipeline: PipelineTab,
  clusters: ClustersTab,
  history: HistoryTab,
  yaml: YamlTab,
};
