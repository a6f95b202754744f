import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Alert, { type AlertColor } from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Code } from '../../components/Code';
import { Person } from '../../components/Person';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import type { PlacedCause } from '../../model/placementEditor/causes';
import { placementEditorTranslationRef } from '../../translation/placementEditor';
import type { Conflict } from './useConflict';
import type { Editor } from './useEditor';

interface BarProps {
  readonly severity: AlertColor;
  readonly title: ReactNode;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

export const Bar = ({ severity, title, action, children }: BarProps) => (
  <Alert severity={severity} action={action} sx={{ mb: 2, overflowWrap: 'anywhere' }}>
    <AlertTitle sx={{ fontSize: 14, lineHeight: '20px', mb: 0 }}>{title}</AlertTitle>
    {children}
  </Alert>
);

type Act = readonly [label: string, onClick: () => void];

/** Two ways on, the first of which loses nothing. */
export const BarActs = ({ first, second }: { first: Act; second: Act }) => (
  <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
    <Button size="small" color="inherit" variant="outlined" onClick={first[1]}>
      {first[0]}
    </Button>
    <Button size="small" color="inherit" onClick={second[1]}>
      {second[0]}
    </Button>
  </Box>
);

/** A draft of an earlier visit: taken up, or thrown away. */
export const DraftBar = ({ editor: { offered, takeDraft, dropOffered } }: { editor: Editor }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { ago } = useTimeWords();
  if (offered === undefined) return null;
  return (
    <Bar
      severity="info"
      title={t('draft.title', { ago: ago(offered.savedAt, Date.now()) })}
      action={<BarActs first={[t('draft.take'), takeDraft]} second={[t('draft.drop'), dropOffered]} />}
    >
      {t('draft.body')}
    </Bar>
  );
};

/** Somebody else was faster; what was typed stays. */
export const ConflictBar = ({ conflict }: { conflict: Conflict }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { ago } = useTimeWords();
  const now = useNow();
  const { state, by, compare, saveAsNew } = conflict;
  if (state === 'none') return null;
  if (state === 'compared') return <Bar severity="info" title={t('conflict.compared')} />;
  return (
    <Bar
      severity="warning"
      title={
        by === undefined
          ? t('conflict.somebody')
          : t('conflict.title', { who: <Person person={by.actor} />, ago: ago(by.at, now) })
      }
      action={
        <BarActs first={[t('conflict.compare'), compare]} second={[t('conflict.saveAsNew'), saveAsNew]} />
      }
    >
      {t('conflict.body')}
    </Bar>
  );
};

/** What the hub would refuse, as a summary; each cause is under its field too. */
export const RefusedBar = ({
  causes,
  onFirst,
}: {
  causes: readonly PlacedCause[];
  onFirst: (field: string) => void;
}) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  if (causes.length === 0) return null;
  const first = causes.find(({ field }) => field !== undefined)?.field;
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
      {causes.map(({ message, field = '' }) => (
        <div key={`${field} ${message}`}>
          {field !== '' && !message.startsWith(field) && (
            <>
              <Code>{field}</Code>
              {': '}
            </>
          )}
          {message}
        </div>
      ))}
    </Bar>
  );
};
