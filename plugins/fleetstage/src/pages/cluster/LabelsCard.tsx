import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Block from '@mui/icons-material/Block';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import { CodeChip } from '../../components/Code';
import { PermitButton } from '../../components/PermitButton';
import { SectionCard } from '../../components/SectionCard';
import { StatusIcon } from '../../components/StatusChip';
import type { Cluster } from '../../model/clusters/now';
import { taintInWords } from '../../model/placement/why';
import { useUrlPatch, useUrlState } from '../../routing';
import { clusterEditTranslationRef } from '../../translation/clusterEdit';
import { clustersTranslationRef } from '../../translation/clusters';
import { EditClusterDialog } from './EditClusterDialog';

/** What policies and stages read, and what keeps new placements away. */
export const LabelsCard = ({ cluster }: { cluster: Cluster }) => {
  const { labels, taints, placements } = cluster;
  const { t } = useTranslationRef(clustersTranslationRef);
  const pairs = Object.entries(labels).map(([key, value]) => (value === '' ? key : `${key}=${value}`));
  const hasTaints = taints.length > 0;
  const key = hasTaints ? 'labels.taints' : 'labels.noTaints';
  return (
    <SectionCard title={t('labels.title')} action={<Edit cluster={cluster} />} hasPadding>
      {pairs.length === 0 && <Box sx={{ fontSize: 13 }}>{t('labels.none')}</Box>}
      <Chips texts={pairs.sort()} />
      {hasTaints && (
        <Box sx={{ mt: 1.5 }}>
          <Chips texts={taints.map(taintInWords)} isBad />
        </Box>
      )}
      <Box
        sx={{ display: 'flex', gap: 1, mt: 1.5, fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}
      >
        <StatusIcon icon={hasTaints ? Block : InfoOutlined} tone={hasTaints ? 'warning' : 'neutral'} />
        <span>{placements === 0 ? t(`${key}Empty`) : t(key, { count: placements })}</span>
      </Box>
    </SectionCard>
  );
};

const DIALOG = 'labels';

const Edit = ({ cluster }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(clusterEditTranslationRef);
  const [dialog] = useUrlState('dialog');
  const patch = useUrlPatch();
  return (
    <>
      <PermitButton
        size="small"
        // Its words stand at the edge of the card's text.
        sx={{ mr: -1 }}
        permit={cluster.may.update}
        onClick={() => patch({ dialog: DIALOG }, { push: true })}
      >
        {t('open')}
      </PermitButton>
      {dialog === DIALOG && (
        <EditClusterDialog cluster={cluster} onClose={() => patch({ dialog: undefined })} />
      )}
    </>
  );
};

const Chips = ({ texts, isBad }: { texts: readonly string[]; isBad?: boolean }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
    {texts.map(text => (
      <CodeChip key={text} isBad={isBad}>
        {text}
      </CodeChip>
    ))}
  </Box>
);
