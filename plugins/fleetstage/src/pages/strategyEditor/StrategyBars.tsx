import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useStrategyChanges, type StrategyKey } from '../../api/strategyEditorQueries';
import type { UseOfStrategy } from '../../model/strategyEditor/uses';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { Bar } from '../placementEditor/Bars';
import { GoToFirst, ObjectConflictBar, type FoundConflict } from '../placementEditor/ObjectBars';

/** Who has saved the strategy meanwhile. */
export const StrategyConflictBar = ({ of, ...conflict }: FoundConflict & { of: StrategyKey }) => {
  const changes = useStrategyChanges(of, conflict.isFound);
  return <ObjectConflictBar what="strategy" changes={changes.data?.items} {...conflict} />;
};

interface TroubleBarProps {
  readonly uses: readonly UseOfStrategy[];
  readonly onFirst: (field: string) => void;
}

/** Placements whose runs would fail to prepare; it may be saved all the same. */
export const TroubleBar = ({ uses, onFirst }: TroubleBarProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const troubled = uses.filter(({ problems }) => problems.length > 0);
  if (troubled.length === 0) return null;
  const fine = uses.length - troubled.length;
  return (
    <>
      {troubled.slice(0, MOST_BARS).map(({ placement, problems }, i) => (
        <Bar
          key={placement}
          severity="warning"
          title={t('problem.title', { placement, count: problems.length })}
          action={<GoToFirst fields={problems.map(({ field }) => field)} onFirst={onFirst} />}
        >
          {problems.map(({ message }) => message).join(' ')}
          {i === 0 && fine > 0 && ` ${t('problem.others', { count: fine })}`}
        </Bar>
      ))}
    </>
  );
};

/** The preview lists the others. */
const MOST_BARS = 2;
