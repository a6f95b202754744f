import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Button from '@mui/material/Button';
import { Person } from '../../components/Person';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import type { PlacedCause } from '../../model/placementEditor/causes';
import { editorTranslationRef } from '../../translation/editor';
import { Bar, BarActs } from './Bars';
import type { Edited } from './ObjectActions';

export interface FoundConflict {
  readonly isFound: boolean;
  /** The server's time when the text was read. */
  readonly readAt: string | undefined;
  readonly onCompare: () => void;
  readonly onSaveAsNew: () => void;
}

interface ConflictBarProps extends FoundConflict {
  readonly what: Edited;
  /** Newest first; absent while they are not known. */
  readonly changes: readonly Schemas['TimelineEvent'][] | undefined;
}

/** Somebody else has saved; what was typed stays. */
export const ObjectConflictBar = (props: ConflictBarProps) => {
  const { what: edited, isFound, readAt, changes, onCompare, onSaveAsNew } = props;
  const { t } = useTranslationRef(editorTranslationRef);
  const { ago } = useTimeWords();
  const now = useNow();
  if (!isFound) return null;
  const by = changes?.find(({ at }) => Date.parse(at) > Date.parse(readAt ?? ''));
  const what = t(`what.${edited}`);
  return (
    <Bar
      severity="warning"
      title={
        by?.actor === undefined
          ? t('conflict.somebody', { what })
          : t('conflict.title', { who: <Person person={by.actor} />, what, ago: ago(by.at, now) })
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
export const ObjectRefusedBar = ({ causes, onFirst }: RefusedBarProps) => {
  const { t } = useTranslationRef(editorTranslationRef);
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

interface GoToFirstProps {
  readonly fields: readonly (string | undefined)[];
  readonly onFirst: (field: string) => void;
}

export const GoToFirst = ({ fields, onFirst }: GoToFirstProps) => {
  const { t } = useTranslationRef(editorTranslationRef);
  const first = fields.find(field => field !== undefined);
  if (first === undefined) return null;
  return (
    <Button size="small" color="inherit" onClick={() => onFirst(first)}>
      {t('goToFirst')}
    </Button>
  );
};
