import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import { useOverrideTimeline, type OverrideAddress } from '../../api/overrideQueries';
import { usePages } from '../../api/useFleetQuery';
import { Person } from '../../components/Person';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import type { PlacedCause } from '../../model/placementEditor/causes';
import { overrideEditorTranslationRef } from '../../translation/overrideEditor';
import { Bar, BarActs } from '../placementEditor/Bars';

interface ConflictBarProps {
  readonly address: OverrideAddress;
  readonly isFound: boolean;
  /** The server's time when the text was read. */
  readonly readAt: string | undefined;
  readonly onCompare: () => void;
  readonly onSaveAsNew: () => void;
}

/** Somebody else has saved; what was typed stays. */
export const OverrideConflictBar = (props: ConflictBarProps) => {
  const { address, isFound, readAt, onCompare, onSaveAsNew } = props;
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { ago } = useTimeWords();
  const now = useNow();
  const changes = usePages(useOverrideTimeline(address, isFound).data);
  if (!isFound) return null;
  const by = changes?.items.find(({ at }) => Date.parse(at) > Date.parse(readAt ?? ''));
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
export const OverrideRefusedBar = ({ causes, onFirst }: RefusedBarProps) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const first = causes.find(({ field }) => field !== undefined)?.field;
  if (causes.length === 0) return null;
  return (
    <Bar
      severity="error"
      title={t('refused', { count: causes.length })}
      action={
        first !== undefined && (
          <Button size="small" color="inherit" onClick={() => onFirst(first)}>
            {t('goToFirst')}
          </Button>
        )
      }
    >
      {causes
        .filter(({ field }) => field === undefined)
        .map(({ message }) => (
          <div key={message}>{message}</div>
        ))}
    </Bar>
  );
};
