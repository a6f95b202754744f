import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { isJsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import Box from '@mui/material/Box';
import { ConditionsTable } from '../../../components/ConditionsTable';
import { KubectlPanel } from '../../../components/KubectlPanel';
import { SectionCard } from '../../../components/SectionCard';
import { TrackList } from '../../../components/TrackList';
import type { Placement } from '../../../model/placement/now';
import { placementTranslationRef } from '../../../translation/placement';

/** The conditions of the whole placement: meaning first, then as they are on the hub. */
export const ConditionsTab = ({ placement }: { placement: Placement }) => {
  const { conditions } = placement;
  const { t } = useTranslationRef(placementTranslationRef);
  if (conditions.length === 0) {
    return (
      <SectionCard title={t('conditions.title')} hasPadding>
        {t('conditions.none')}
      </SectionCard>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SectionCard title={t('conditions.meaning')} hasPadding>
        <TrackList conditions={conditions} />
      </SectionCard>
      <SectionCard title={t('conditions.raw')}>
        <ConditionsTable conditions={conditions} caption={t('conditions.title')} />
      </SectionCard>
      <StatusCopy placement={placement} />
    </Box>
  );
};

/** Where a placement lets those read its status who may only see its namespace. */
const StatusCopy = ({ placement: { name, manifest, resources } }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { spec } = manifest;
  const namespace = resources.find(({ kind, group }) => kind === 'Namespace' && !group)?.name;
  const isCopied = isJsonObject(spec) && spec.statusReportingScope === 'NamespaceAccessible';
  if (!isCopied || namespace === undefined) return null;
  return (
    <SectionCard title={t('conditions.copy')} hasPadding>
      <Box sx={{ mb: 1 }}>{t('conditions.copyBody', { namespace, name })}</Box>
      <KubectlPanel command={`kubectl get clusterresourceplacementstatus ${name} -n ${namespace} -o yaml`} />
    </SectionCard>
  );
};
