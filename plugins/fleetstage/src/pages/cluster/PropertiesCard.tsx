import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { SectionCard } from '../../components/SectionCard';
import { VirtualTable } from '../../components/VirtualTable';
import { clustersTranslationRef } from '../../translation/clusters';

/** What the cluster reports of itself; policies may ask for it. */
export const PropertiesCard = ({ properties }: { properties: Readonly<Record<string, string>> }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const rows = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    <SectionCard title={t('properties.title')} count={rows.length}>
      <VirtualTable
        caption={t('properties.caption')}
        rows={rows}
        columns={[
          { id: 'name', header: t('properties.name'), width: '60%', cell: ([name]) => name },
          { id: 'value', header: t('properties.value'), cell: ([, value]) => value },
        ]}
        getKey={([name]) => name}
      />
    </SectionCard>
  );
};
