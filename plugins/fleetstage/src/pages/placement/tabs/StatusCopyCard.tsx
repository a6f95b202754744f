import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import HourglassTop from '@mui/icons-material/HourglassTop';
import Box from '@mui/material/Box';
import { ClampedText } from '../../../components/ClampedText';
import { KubectlPanel } from '../../../components/KubectlPanel';
import { SectionCard } from '../../../components/SectionCard';
import { StatusChip } from '../../../components/StatusChip';
import { placementConditionsTranslationRef } from '../../../translation/placementConditions';

const LOOKS = {
  synced: { icon: CheckCircle, tone: 'success' },
  failed: { icon: Cancel, tone: 'error' },
  working: { icon: HourglassTop, tone: 'info' },
} as const;

/** Where a placement lets those read its status who may only see its namespace, and whether they can. */
export const StatusCopyCard = ({ copy }: { copy: Schemas['StatusCopy'] | undefined }) => {
  const { t } = useTranslationRef(placementConditionsTranslationRef);
  if (copy === undefined) return null;
  const { name, namespace, state, message } = copy;
  return (
    <SectionCard title={t('conditions.copy')} hasPadding>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline', flexWrap: 'wrap', mb: 1 }}>
        <StatusChip {...LOOKS[state]} label={t(`conditions.copyState.${state}`)} />
        {namespace !== undefined && (
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {t(state === 'synced' ? 'conditions.copyBody' : 'conditions.copyWould', { namespace, name })}
          </Box>
        )}
      </Box>
      {message !== undefined && (
        <Box sx={{ mb: 1 }}>
          <ClampedText text={message} />
        </Box>
      )}
      {namespace !== undefined && (
        <KubectlPanel
          command={`kubectl get clusterresourceplacementstatus ${name} -n ${namespace} -o yaml`}
        />
      )}
    </SectionCard>
  );
};
