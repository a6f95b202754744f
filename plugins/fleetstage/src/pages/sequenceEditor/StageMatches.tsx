import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { Clock } from '../../components/Age';
import { fewNames } from '../../model/placement/fewNames';
import { sequenceEditorTranslationRef } from '../../translation/sequenceEditor';

type Preview = Schemas['SequencePreview'];

/** So many clusters by name. */
const NAMED = 6;

/** The clusters that each stage takes now, and those that none takes. */
export const StageMatches = ({ view: { stages, ignored, unassigned } }: { view: Preview }) => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  return (
    <Box component="ol" aria-label={t('match.label')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {stages.map(stage => (
        <Line
          key={stage.number}
          title={`${stage.number} ${stage.name}`}
          count={stage.clusterCount}
          clusters={stage.clusters}
          start={stage.earliestStart}
        />
      ))}
      {unassigned.clusterCount > 0 && (
        <Line title={t('match.unassigned')} count={unassigned.clusterCount} clusters={unassigned.clusters} />
      )}
      {ignored > 0 && <Line title={t('match.ignored')} count={ignored} clusters={NONE} />}
    </Box>
  );
};

const NONE: readonly string[] = [];

interface LineProps {
  readonly title: string;
  readonly count: number;
  readonly clusters: readonly string[];
  readonly start?: string;
}

const Line = ({ title, count, clusters, start }: LineProps) => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  const { shown, more } = fewNames(clusters, count, NAMED);
  const names =
    clusters.length === 0 ? '' : more === 0 ? shown : t('match.more', { names: shown, count: more });
  return (
    <Box
      component="li"
      sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'divider', fontSize: 13, lineHeight: '20px' }}
    >
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{title}</Box>
        <Box sx={{ ml: 'auto' }}>{t('match.clusters', { count })}</Box>
      </Box>
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {names}
        {start !== undefined && <Box>{t('match.start', { time: <Clock at={start} /> })}</Box>}
      </Box>
    </Box>
  );
};
