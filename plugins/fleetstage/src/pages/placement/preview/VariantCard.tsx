import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import { usePreview } from '../../../api/previewQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { CodeBlock } from '../../../components/KubectlPanel';
import { SectionCard } from '../../../components/SectionCard';
import { CardSkeleton } from '../../../components/Skeletons';
import type { Placement } from '../../../model/placement/now';
import { toYaml } from '../../../model/yaml';
import { previewTranslationRef } from '../../../translation/preview';
import { objectName } from '../../run/tabs/ChangeRow';
import { ObjectCard } from '../../run/tabs/ObjectCard';
import { ClusterDiff } from './ClusterDiff';
import { useVariantTitle } from '../../../components/useVariantTitle';

type Variant = Schemas['PreviewVariant'];

interface VariantCardProps {
  readonly placement: Placement;
  readonly variant: Variant;
  readonly run: string;
}

const MAX_NAMES = 12;

/** Clusters that get equal objects: which overrides match, and what these change. */
export const VariantCard = ({ placement, variant, run }: VariantCardProps) => {
  const { t } = useTranslationRef(previewTranslationRef);
  const [open, setOpen] = useState<'manifests' | 'diff'>();
  const id = useId();
  const [cluster = ''] = variant.clusters;
  const toggle = (part: 'manifests' | 'diff', label: string) => (
    <Button
      size="small"
      aria-expanded={open === part}
      aria-controls={id}
      onClick={() => setOpen(open === part ? undefined : part)}
    >
      {label}
    </Button>
  );
  return (
    <SectionCard
      title={useVariantTitle(variant.clusterCount, variant.overrides.length)}
      action={
        <>
          {toggle('manifests', t('manifests', { cluster }))}
          {run === '' && variant.problem === undefined && toggle('diff', t('compare', { cluster }))}
        </>
      }
      hasPadding
    >
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', fontSize: 13 }}>
        <Facts variant={variant} />
        <Box id={id}>
          {open === 'manifests' && <Manifests placement={placement} cluster={cluster} run={run} />}
          {open === 'diff' && <ClusterDiff placement={placement} cluster={cluster} />}
        </Box>
      </Box>
    </SectionCard>
  );
};

const Facts = ({ variant }: { variant: Variant }) => {
  const { t } = useTranslationRef(previewTranslationRef);
  const { clusters, clusterCount, overrides, changes, problem, isUnread } = variant;
  const named = clusters.slice(0, MAX_NAMES).join(', ');
  const more = clusterCount - MAX_NAMES;
  return (
    <>
      <Box sx={{ color: 'text.secondary' }}>
        {t('clusters', { names: more > 0 ? t('more', { names: named, n: more }) : named })}
      </Box>
      {overrides.map(({ kind, snapshot, rules, ...own }) => (
        <Box key={`${kind} ${snapshot} ${own.namespace}`}>
          {t('rules', {
            count: rules.length,
            name: `${kind} ${objectName(own)}`,
            rules: rules.join(', '),
          })}
        </Box>
      ))}
      {problem !== undefined && <Alert severity="error">{t('fails', { problem })}</Alert>}
      {isUnread && <Box>{t('unread')}</Box>}
      {problem === undefined && !isUnread && overrides.length > 0 && changes.length === 0 && (
        <Box>{t('unchanged')}</Box>
      )}
      {changes.map(change => (
        <ObjectCard key={`${change.kind} ${objectName(change)}`} object={change} />
      ))}
    </>
  );
};

const Manifests = ({ placement, cluster, run }: { placement: Placement; cluster: string; run: string }) => {
  const { t } = useTranslationRef(previewTranslationRef);
  const query = usePreview(placement, { cluster, run: run || undefined });
  return (
    <AsyncBoundary query={query} what={t('manifestsWhat')} skeleton={<CardSkeleton rows={5} />} isPart>
      {({ manifests = [] }) => (
        <CodeBlock
          text={manifests.map(toYaml).join('---\n')}
          label={t('manifests', { cluster })}
          maxHeight={420}
        />
      )}
    </AsyncBoundary>
  );
};
