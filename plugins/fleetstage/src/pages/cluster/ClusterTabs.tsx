import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { ConditionsTable } from '../../components/ConditionsTable';
import { ManifestCard } from '../../components/ManifestCard';
import { PageTabs } from '../../components/PageTabs';
import { SectionCard } from '../../components/SectionCard';
import type { Cluster } from '../../model/clusters/now';
import { useHasVersions } from '../../api/FleetProvider';
import { useUrlPatch, useUrlState } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';
import { ClusterOverview } from './ClusterOverview';
import { ClusterTimeline } from './ClusterTimeline';
import { PropertiesCard } from './PropertiesCard';
import { VersionsPart } from './versions/VersionsPart';

const TABS = ['overview', 'versions', 'timeline', 'conditions', 'properties', 'yaml'] as const;
type Tab = (typeof TABS)[number];

/** The cluster at a glance, and what lies below it. */
export const ClusterTabs = ({ cluster }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const [text] = useUrlState('tab', TABS[0]);
  const patch = useUrlPatch();
  const tab = TABS.find(one => one === text) ?? TABS[0];
  const hasVersions = useHasVersions();
  const shown = TABS.filter(id => id !== 'versions' || hasVersions || tab === id);
  const counts: Partial<Record<Tab, number>> = {
    conditions: cluster.conditions.length,
    properties: Object.keys(cluster.properties).length,
  };
  return (
    <PageTabs
      name="cluster"
      label={t('tabs.label')}
      tabs={shown.map(id => ({ id, label: t(`tabs.${id}`), count: counts[id] }))}
      value={tab}
      onChange={next => patch({ tab: next === TABS[0] ? undefined : next, show: undefined }, { push: true })}
    >
      <Panel tab={tab} cluster={cluster} />
    </PageTabs>
  );
};

const Panel = ({ tab, cluster }: { tab: Tab; cluster: Cluster }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  switch (tab) {
    case 'versions':
      return <VersionsPart name={cluster.name} />;
    case 'timeline':
      return <ClusterTimeline name={cluster.name} />;
    case 'conditions':
      return (
        <SectionCard title={t('conditions.title')}>
          <ConditionsTable conditions={cluster.conditions} caption={t('conditions.title')} />
        </SectionCard>
      );
    case 'properties':
      return <PropertiesCard properties={cluster.properties} />;
    case 'yaml':
      return <ManifestCard title={t('yaml.title')} manifest={cluster.manifest} />;
    default:
      return <ClusterOverview cluster={cluster} />;
  }
};
