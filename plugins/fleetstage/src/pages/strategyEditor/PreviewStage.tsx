import { useTranslationRef } from '@backstage/frontend-plugin-api';
import {
  strategySeverity,
  type StrategyPreviewStageView,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { GateIcon } from '../../components/chips';
import { Code } from '../../components/Code';
import { useTimeWords } from '../../components/useTimeWords';
import { countsBy, wavePositions } from '../../model/strategyEditor/waves';
import { plannedGateWords } from '../../model/status/gate';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { ClusterNames } from './ClusterNames';
import { PreviewRow } from './PreviewRow';
import type { StrategyPreview } from './useStrategyPreview';

interface PreviewStageProps {
  readonly index: number;
  readonly stage: StrategyPreviewStageView;
  readonly preview: StrategyPreview;
  /** Which clusters it selects, in which order: beside a form the form shows them. */
  readonly hasRule?: boolean;
}

/** So many waves show before the rest is asked for. */
const FIRST_WAVES = 5;
/** So many names of a wave show by themselves; of more the wave is summed up. */
const FEW_NAMES = 12;

/** A stage: gates, and its clusters wave by wave. */
export const PreviewStage = ({ index, stage, preview, hasRule = false }: PreviewStageProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const [isAll, setAll] = useState(false);
  const { name, clusters, waves, slots, concurrency, gatesBefore, gatesAfter } = stage;
  const shown = isAll ? waves : waves.slice(0, FIRST_WAVES);
  const wrong = new Set(
    (preview.view?.problems ?? [])
      .filter(problem => strategySeverity(problem) === 'risky' && problem.stages.includes(name))
      .flatMap(problem => problem.clusters),
  );
  const isShare = concurrency.endsWith('%') && clusters.length > 0;
  return (
    <PreviewRow
      title={`${index + 1} ${name}`}
      detail={
        <>
          <div>{t('preview.clusters', { count: clusters.length })}</div>
          {isShare && <div>{t('stages.share', { share: concurrency, count: clusters.length, slots })}</div>}
        </>
      }
    >
      {hasRule && <Rule stage={stage} />}
      <PlannedGates gates={gatesBefore} isBefore />
      {clusters.length === 0 && (
        <Box sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>{t('stages.empty')}</Box>
      )}
      {shown.map((wave, i) => (
        <Wave key={i} index={i} waves={waves} wave={wave} wrong={wrong} preview={preview} />
      ))}
      {waves.length > shown.length && (
        <Button size="small" onClick={() => setAll(true)}>
          {t('preview.moreWaves', { count: waves.length - shown.length })}
        </Button>
      )}
      <PlannedGates gates={gatesAfter} />
    </PreviewRow>
  );
};

const Rule = ({ stage: { selector, sortingLabel } }: Pick<PreviewStageProps, 'stage'>) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  return (
    <Box
      sx={{ pb: 0.5, fontSize: 13, lineHeight: '18px', color: 'text.secondary', overflowWrap: 'anywhere' }}
    >
      {selector === undefined
        ? t('preview.selectsNone')
        : t(sortingLabel === undefined ? 'preview.byName' : 'preview.byLabel', {
            selector: <Code>{selector}</Code>,
            label: <Code>{sortingLabel ?? ''}</Code>,
          })}
    </Box>
  );
};

interface WaveProps {
  readonly index: number;
  readonly waves: readonly (readonly string[])[];
  readonly wave: readonly string[];
  readonly wrong: ReadonlySet<string>;
  readonly preview: StrategyPreview;
}

const Wave = ({ index, waves, wave, wrong, preview }: WaveProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const [isOpen, setOpen] = useState(false);
  const { from, to } = wavePositions(waves, index);
  const isFew = wave.length <= FEW_NAMES;
  const counts = isFew ? [] : countsBy(wave, preview.axis, name => preview.clusters.get(name)?.labels);
  return (
    <Box
      sx={{ display: 'flex', gap: 0.75, alignItems: 'flex-start', py: 0.4, fontSize: 13, lineHeight: '22px' }}
    >
      <Box
        sx={{ width: 64, flex: 'none', color: 'text.secondary' }}
        title={t('preview.wave', { n: index + 1 })}
      >
        {from === to ? from : `${from}–${to}`}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        {!isFew && (
          <>
            {[
              t('preview.waveOf', { count: wave.length }),
              ...counts.map(([value, count]) => `${value} ${count}`),
            ].join(', ')}{' '}
            <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} sx={{ py: 0 }}>
              {t(isOpen ? 'preview.hideNames' : 'preview.showNames')}
            </Button>
          </>
        )}
        {(isFew || isOpen) && <ClusterNames names={wave} wrong={wrong} most={200} />}
      </Box>
    </Box>
  );
};

interface PlannedGatesProps {
  readonly gates: StrategyPreviewStageView['gatesAfter'];
  readonly isBefore?: boolean;
}

const PlannedGates = ({ gates, isBefore = false }: PlannedGatesProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { duration } = useTimeWords();
  return (
    <>
      {gates.map((gate, i) => (
        <Box key={i} sx={{ display: 'flex', gap: 0.75, alignItems: 'center', py: 0.4, fontSize: 13 }}>
          <Box sx={{ width: 64, flex: 'none', display: 'flex' }}>
            <GateIcon kind={gate.kind} state="notAsked" size={18} />
          </Box>
          {plannedGateWords(gate, {
            wait: ({ waitSeconds = 0 }) => t('preview.wait', { time: duration(waitSeconds * 1000) }),
            approval: () => t('preview.approval'),
          })}
          {isBefore && <Box sx={{ color: 'text.secondary' }}>{t('preview.before')}</Box>}
        </Box>
      ))}
    </>
  );
};
