import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useClusters } from '../../api/placementQueries';
import { usePages } from '../../api/useFleetQuery';
import { FactList } from '../../components/FactList';
import { KubectlPanel } from '../../components/KubectlPanel';
import { ManifestCard } from '../../components/ManifestCard';
import { Owners } from '../../components/Owners';
import { SectionCard } from '../../components/SectionCard';
import { useTimeWords } from '../../components/useTimeWords';
import { strategyCommands } from '../../model/strategies/commands';
import { useUrlState } from '../../routing';
import { strategiesTranslationRef } from '../../translation/strategies';
import { PreviewCard } from '../strategyEditor/PreviewCard';
import type { StrategyPreview } from '../strategyEditor/useStrategyPreview';
import { StrategyHistory } from './StrategyHistory';
import { RunsCard } from './RunsCard';
import { UsesCard } from './UsesCard';

interface StrategyContentProps {
  readonly detail: Schemas['StrategyDetail'];
}

/** Where the clusters fall; beside it who approves, who uses it, its runs; its history and its text. */
export const StrategyContent = ({ detail }: StrategyContentProps) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const preview = usePreview(detail);
  const { strategy, uses, runs, expected, manifest } = detail;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }}>
        <PreviewCard
          preview={preview}
          uses={[]}
          placements={uses.map(({ scope, name }) => `${scope}/${name}`)}
          pastRuns={expected.runCount}
          title={t('stages.title')}
        />
        <ManifestCard title={t('yaml')} manifest={manifest} />
      </Box>
      <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }}>
        <FactsCard detail={detail} />
        <UsesCard uses={uses} />
        <RunsCard runs={runs} total={strategy.runCount} />
        <StrategyHistory of={strategy} />
        <KubectlPanel command={strategyCommands(strategy)} />
      </Box>
    </Box>
  );
};

/** As many as one page of an answer holds: labels of the clusters are a help, the preview itself is whole. */
const MOST_CLUSTERS = 500;

function usePreview({ preview, strategy: { scope } }: Schemas['StrategyDetail']): StrategyPreview {
  const [chosen, setPlacement] = useUrlState('placement');
  const query = useClusters({ limit: MOST_CLUSTERS });
  const page = usePages(query.data);
  const clusters = useMemo(() => new Map((page?.items ?? []).map(one => [one.name, one])), [page]);
  return {
    placement: chosen === '' ? '' : `${scope}/${chosen}`,
    setPlacement: placement => setPlacement(placement.slice(placement.indexOf('/') + 1)),
    view: preview,
    clusters,
    axis: page?.labelKeys[0],
    total: page?.total ?? preview.clusterCount,
    error: null,
  };
}

const FactsCard = ({ detail: { strategy, expected, preview } }: StrategyContentProps) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const { duration } = useTimeWords();
  const { approvers } = strategy;
  const { totalSeconds, runCount } = expected;
  return (
    <SectionCard title={t('facts.title')} hasPadding>
      <FactList
        facts={[
          {
            label: t('facts.approvers'),
            value: approvers.length === 0 ? t('facts.anyone') : <Owners owners={approvers} />,
          },
          { label: t('facts.approvals'), value: String(preview.approvalCount) },
          {
            label: t('facts.waits'),
            value: preview.waitSeconds === 0 ? t('facts.noWait') : duration(preview.waitSeconds * 1000),
          },
          {
            label: t('facts.usual'),
            value:
              totalSeconds === undefined
                ? t('facts.noPast')
                : t('facts.usualOf', { count: runCount, duration: duration(totalSeconds * 1000) }),
          },
        ]}
      />
    </SectionCard>
  );
};
