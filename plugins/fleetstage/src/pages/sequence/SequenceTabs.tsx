import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useSequenceTimeline } from '../../api/sequenceQueries';
import { ConditionsTable } from '../../components/ConditionsTable';
import { KubectlPanel } from '../../components/KubectlPanel';
import { ManifestCard } from '../../components/ManifestCard';
import { PageTabs } from '../../components/PageTabs';
import { SectionCard } from '../../components/SectionCard';
import { VersionHistory } from '../../components/VersionHistory';
import { sequenceCommands } from '../../model/sequences/commands';
import { sequenceTranslationRef } from '../../translation/sequence';
import { CalendarTab } from './calendar/CalendarTab';
import { ClustersTab } from './ClustersTab';
import { PipelineTab } from './pipeline/PipelineTab';
import type { Sequence } from './sequenceProps';
import { SEQUENCE_TABS, useSequenceUrl, type SequenceTab } from './useSequenceUrl';

/** The parts of a sequence, one at a time. */
export const SequenceTabs = ({ sequence }: { sequence: Sequence }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  const { tab, setTab } = useSequenceUrl();
  const counts: Partial<Record<SequenceTab, number>> = {
    pipeline: sequence.stageCount,
    clusters: sequence.clusterCount,
    history: sequence.timelineCount,
  };
  const Panel = PANELS[tab];
  return (
    <PageTabs
      name="sequence"
      label={t('tabs.label')}
      tabs={SEQUENCE_TABS.map(id => ({ id, label: t(`tabs.${id}`), count: counts[id] }))}
      value={tab}
      onChange={setTab}
    >
      <Panel sequence={sequence} />
    </PageTabs>
  );
};

const HistoryTab = ({ sequence: { name } }: { sequence: Sequence }) => (
  <VersionHistory query={useSequenceTimeline(name)} />
);

const YamlTab = ({ sequence: { name, conditions, manifest } }: { sequence: Sequence }) => {
  const { t } = useTranslationRef(sequenceTranslationRef);
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SectionCard title={t('conditions.title')} count={conditions.length}>
        <ConditionsTable conditions={conditions} caption={t('conditions.title')} />
      </SectionCard>
      <ManifestCard title={t('yaml')} manifest={manifest} />
      <KubectlPanel command={sequenceCommands(name)} />
    </Box>
  );
};

const PANELS: Record<SequenceTab, (props: { sequence: Sequence }) => JSX.Element> = {
  pipeline: PipelineTab,
  clusters: ClustersTab,
  calendar: CalendarTab,
  history: HistoryTab,
  yaml: YamlTab,
};
