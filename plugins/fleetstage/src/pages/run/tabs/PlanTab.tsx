import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { toYaml } from '../../../model/yaml';
import { ConditionsTable } from '../../../components/ConditionsTable';
import { CodeBlock } from '../../../components/KubectlPanel';
import { ManifestCard } from '../../../components/ManifestCard';
import { SectionCard } from '../../../components/SectionCard';
import type { Run, Stage } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';
import { usePace, StageTitle } from '../pipeline/StageHeader';

/** What was frozen, the strategy then and now, and the conditions as they are on the hub. */
export const PlanTab = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SectionCard title={t('plan.order')}>
        {run.pipeline.length === 0 && <Box sx={{ p: 2 }}>{t('plan.notPlanned')}</Box>}
        <Box
          component="ol"
          sx={{
            'listStyle': 'none',
            'm': 0,
            'p': 0,
            '& > li + li': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          {run.pipeline.map(stage => (
            <PlannedStage key={stage.name} stage={stage} />
          ))}
        </Box>
      </SectionCard>
      <Strategy run={run} />
      <SectionCard title={t('plan.conditions')}>
        <ConditionsTable conditions={run.conditions} caption={t('plan.conditions')} />
      </SectionCard>
      <ManifestCard title={t('plan.manifest')} manifest={run.manifest} />
    </Box>
  );
};

/** Names on one line each would be a thousand lines: they follow each other. */
const PlannedStage = ({ stage }: { stage: Stage }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const pace = usePace(stage);
  return (
    <Box component="li" sx={{ px: 2, py: 1.5 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <StageTitle stage={stage} />
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {t('plan.stageClusters', { count: stage.total })}, {pace}
        </Box>
      </Box>
      <Box
        sx={{
          fontSize: 12,
          lineHeight: '18px',
          fontFamily: 'monospace',
          color: 'text.secondary',
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 1.25,
          overflowWrap: 'anywhere',
          maxHeight: 180,
          overflowY: 'auto',
        }}
      >
        {stage.clusters.map(({ name }) => (
          <span key={name}>{name}</span>
        ))}
      </Box>
    </Box>
  );
};

const Strategy = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  if (run.strategyThen === undefined) return null;
  const differs = run.strategyNow !== undefined && run.isStrategyChanged;
  const word = run.strategyNow === undefined ? t('plan.gone') : t(differs ? 'plan.differs' : 'plan.same');
  return (
    <SectionCard title={t('plan.strategy')} count={run.strategy} hasPadding>
      <Box sx={{ fontSize: 13, mb: 1.5 }}>{word}</Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            md: differs ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)',
          },
        }}
      >
        <Copy title={t('plan.copied')} spec={run.strategyThen} />
        {differs && run.strategyNow && <Copy title={t('plan.today')} spec={run.strategyNow} />}
      </Box>
    </SectionCard>
  );
};

const Copy = ({ title, spec }: { title: string; spec: object }) => (
  <Box sx={{ minWidth: 0 }}>
    <Box sx={{ fontSize: 12, color: 'text.secondary', mb: 0.5 }}>{title}</Box>
    <CodeBlock text={toYaml(spec)} label={title} />
  </Box>
);
