import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { strategySeverity, type StrategyProblemView } from '@fleetstage/backstage-plugin-fleetstage-engine';
import Box from '@mui/material/Box';
import { useOwnersByName } from '../../api/useOwners';
import { Owners } from '../../components/Owners';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { ClusterNames } from './ClusterNames';
import { PreviewRow } from './PreviewRow';
import type { StrategyPreview } from './useStrategyPreview';

interface PreviewProblemsProps {
  readonly preview: StrategyPreview;
  readonly problems: readonly StrategyProblemView[];
}

/** What would keep a run from being prepared; red is what would not even be saved. */
export const PreviewProblems = ({ preview, problems }: PreviewProblemsProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const ownersOf = useOwnersByName('cluster');
  // A share and an empty stage are said at their stage.
  const shown = problems.filter(({ kind }) => kind !== 'share' && kind !== 'emptyStage');
  return (
    <>
      {shown.map(problem => {
        const { kind, message, clusters } = problem;
        const tone = strategySeverity(problem) === 'refused' ? 'error' : 'warning';
        const owners = [...new Set(clusters.flatMap(name => ownersOf.get(name) ?? []))].sort();
        return (
          <PreviewRow
            key={`${kind} ${message}`}
            title={t(`preview.${kind}`)}
            detail={clusters.length > 0 ? t('preview.clusters', { count: clusters.length }) : undefined}
            tone={tone}
          >
            <ClusterNames names={clusters} wrong={new Set(clusters)} tone={tone} most={MOST_NAMES} />
            <Box sx={{ fontSize: 13, lineHeight: '18px', mt: 0.5, overflowWrap: 'anywhere' }}>{message}</Box>
            {kind === 'inNoStage' && clusters.length === 1 && (
              <LabelsOf preview={preview} cluster={clusters[0]} />
            )}
            {owners.length > 0 && (
              <Box sx={{ fontSize: 13, lineHeight: '18px' }}>
                <Owners owners={owners} />
              </Box>
            )}
          </PreviewRow>
        );
      })}
    </>
  );
};

const MOST_NAMES = 12;

const LabelsOf = ({ preview, cluster }: { preview: StrategyPreview; cluster: string }) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const known = preview.clusters.get(cluster);
  if (known === undefined) return null;
  const labels = Object.entries(known.labels);
  return (
    <Box sx={{ fontSize: 13, lineHeight: '18px', overflowWrap: 'anywhere' }}>
      {labels.length === 0 ? (
        t('preview.noLabels')
      ) : (
        <>
          {t('preview.labels')}{' '}
          <Box component="span" sx={{ fontFamily: 'monospace', fontSize: 12 }}>
            {labels.map(([key, value]) => `${key}=${value}`).join(', ')}
          </Box>
        </>
      )}
    </Box>
  );
};
