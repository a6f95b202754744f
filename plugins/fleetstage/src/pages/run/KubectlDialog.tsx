import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useHold } from '../../api/FleetProvider';
import { CodeBlock } from '../../components/KubectlPanel';
import { useCopy } from '../../components/useCopy';
import { inspectCommands } from '../../model/kubectl';
import type { Run } from '../../model/run/pipeline';
import { sharedTranslationRef } from '../../translation/shared';

/** How to look at the run with kubectl. */
export const KubectlDialog = ({ run, title, onClose }: { run: Run; title: string; onClose: () => void }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const copy = useCopy();
  const id = useId();
  const commands = inspectCommands(run.scope, run.name);
  useHold(true);
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      fullWidth
      maxWidth="sm"
      PaperProps={{ sx: { borderRadius: 2, backgroundImage: 'none' } }}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <CodeBlock text={commands} label={title} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" variant="outlined" onClick={onClose}>
          {t('dialog.close')}
        </Button>
        <Button variant="contained" onClick={() => copy(commands)}>
          {t('copy.copy')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
