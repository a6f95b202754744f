import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { memo } from 'react';
import { messageOf } from '../../api/errors';
import { LineSkeleton } from '../../components/LineSkeleton';
import { Choice } from '../../components/ListBar';
import { SectionCard } from '../../components/SectionCard';
import { useTimeWords } from '../../components/useTimeWords';
import type { UseOfStrategy } from '../../model/strategyEditor/uses';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { PreviewProblems } from './PreviewProblems';
import { PreviewStage } from './PreviewStage';
import { PreviewUses } from './PreviewUses';
import type { StrategyPreview } from './useStrategyPreview';

interface PreviewCardProps {
  readonly preview: StrategyPreview;
  readonly uses: readonly UseOfStrategy[];
  /** `scope/name` of the placements to choose from. */
  readonly placements: readonly string[];
  /** Past runs behind the expected time. */
  readonly pastRuns: number;
  /** Left out: a preview of what is edited. */
  readonly title?: string;
}

/** Where each cluster falls, problems first, and how long it takes at best. */
export const PreviewCard = memo(({ preview, uses, placements, pastRuns, title }: PreviewCardProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { placement, setPlacement, view, error, total } = preview;
  const shown = [...new Set([...placements, placement])].filter(Boolean);
  const nameOf = (one: string) => {
    const name = one.replace(/^_\//, '');
    return one === placement && view ? t('preview.of', { placement: name, count: view.clusterCount }) : name;
  };
  return (
    <SectionCard
      title={title ?? t('preview.title')}
      count={
        <Choice
          label={t('preview.choose')}
          value={placement}
          options={[
            ['', t('preview.allClusters', { count: total })] as const,
            ...shown.map(one => [one, nameOf(one)] as const),
          ]}
          onChange={setPlacement}
        />
      }
      action={title === undefined && <Box sx={{ color: 'text.secondary' }}>{t('preview.note')}</Box>}
    >
      {placement === '' && <PreviewUses uses={uses} onChoose={setPlacement} />}
      {error && view === undefined ? (
        <Say>{t('preview.failed', { message: messageOf(error) })}</Say>
      ) : view === undefined ? (
        <Box sx={{ p: 2 }} role="status" aria-busy aria-label={t('preview.loading')}>
          <LineSkeleton />
        </Box>
      ) : (
        <>
          {view.clusterCount === 0 && (
            <Say>{t(placement === '' ? 'preview.noClusters' : 'preview.noneOfPlacement')}</Say>
          )}
          <PreviewProblems preview={preview} problems={view.problems} />
          {view.stages.map((stage, i) => (
            <PreviewStage key={i} index={i} stage={stage} preview={preview} hasRule={title !== undefined} />
          ))}
          <Expected view={view} pastRuns={pastRuns} />
        </>
      )}
    </SectionCard>
  );
});

const Say = ({ children }: { children: string }) => (
  <Box sx={{ p: 2, fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>{children}</Box>
);

interface ExpectedProps {
  readonly view: NonNullable<StrategyPreview['view']>;
  readonly pastRuns: number;
}

const Expected = ({ view: { bestSeconds, waitSeconds }, pastRuns }: ExpectedProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { duration } = useTimeWords();
  const wait = duration(waitSeconds * 1000);
  return (
    <Box sx={{ px: 2, py: 1.5, fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>
      {bestSeconds === undefined ? (
        t(waitSeconds > 0 ? 'preview.noPast' : 'preview.noPastNoWait', { wait })
      ) : (
        <>
          <Box component="span" sx={{ fontWeight: 500, color: 'text.primary' }}>
            {t('preview.best', { time: duration(bestSeconds * 1000) })}
          </Box>{' '}
          {t(waitSeconds > 0 ? 'preview.bestDetail' : 'preview.bestNoWait', {
            count: pastRuns,
            update: duration((bestSeconds - waitSeconds) * 1000),
            wait,
          })}
        </>
      )}
    </Box>
  );
};
