import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { evictionsTranslationRef } from '../../translation/evictions';

interface ConflictNoteProps {
  /** What the others have made of it. */
  readonly text: string;
  /** Takes what they wrote, in place of what was typed. */
  readonly onTheirs: () => void;
  /** Keeps what was typed, on top of what they wrote. */
  readonly onMine: () => void;
}

/** Somebody else has changed what is being edited: nothing typed is lost until its author says so. */
export const ConflictNote = ({ text, onTheirs, onMine }: ConflictNoteProps) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  return (
    <Alert
      severity="warning"
      role="alert"
      sx={{ mt: 2, overflowWrap: 'anywhere' }}
      action={
        <>
          <Button size="small" color="inherit" onClick={onTheirs}>
            {t('conflict.theirs')}
          </Button>
          <Button size="small" color="inherit" onClick={onMine}>
            {t('conflict.mine')}
          </Button>
        </>
      }
    >
      {text}
    </Alert>
  );
};
