import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import { useStrategyChanges } from '../../api/strategyEditorQueries';
import { Person } from '../../components/Person';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import type { PlacedCause } from '../../model/placementEditor/causes';
import type { UseOfStrategy } from '../../model/strategyEditor/uses';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { Bar, BarActs } from '../placementEditor/Bars';

interface StrategyConflictBarProps {
  readonly name: string;
  readonly isFound: boolean;
  /** The server's time when the text was read. */
  readonly readAt: string | undefined;
  readonly onCompare: () => void;
  readonly onSaveAsNew: () => void;
}

/** Somebody else has saved; what was typed stays. */
export const StrategyConflictBar = (props: StrategyConflictBarProps) => {
  const { name, isFound, readAt, onCompare, onSaveAsNew } = props;
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { ago } = useTimeWords();
  const now = useNow();
  const changes = useStrategyChanges(name, isFound);
  if (!isFound) return null;
  const by = changes.data?.items.find(({ at }) => Date.parse(at) > Date.parse(readAt ?? ''));
  return (
    <Bar
      severity="warning"
      title={
        by?.actor === undefined
          ? t('conflict.somebody')
          : t('conflict.title', { who: <Person person={by.actor} />, ago: ago(by.at, now) })
      }
      action={
        <BarActs first={[t('conflict.compare'), onCompare]} second={[t('conflict.saveAsNew'), onSaveAsNew]} />
      }
    >
      {t('conflict.body')}
    </Bar>
  );
};

interface RefusedBarProps {
  readonly causes: readonly PlacedCause[];
  readonly onFirst: (field: string) => void;
}

/** How many fields keep it from being saved; each says its fix itself. */
export const StrategyRefusedBar = ({ causes, onFirst }: RefusedBarProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  if (causes.length === 0) return null;
  return (
    <Bar
      severity="error"
      title={t('refused', { count: causes.length })}
      action={<GoToFirst fields={causes.map(({ field }) => field)} onFirst={onFirst} />}
    >
      {causes
        .filter(({ field }) => field === undefined)
        .map(({ message }) => (
          <div key={message}>{message}</div>
        ))}
    </Bar>
  );
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

interface GoToFirstProps {
  readonly fields: readonly (string | undefined)[];
  readonly onFirst: (field: string) => void;
}

const GoToFirst = ({ fields, onFirst }: GoToFirstProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const first = fields.find(field => field !== undefined);
  if (first === undefined) return null;
  return (
    <Button size="small" color="inherit" onClick={() => onFirst(first)}>
      {t('goToFirst')}
    </Button>
  );
};

/** The preview lists the others. */
const MOST_BARS = 2;
