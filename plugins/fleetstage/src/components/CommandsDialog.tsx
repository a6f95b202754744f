import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useHold } from '../api/FleetProvider';
import { sharedTranslationRef } from '../translation/shared';
import { CodeBlock } from './KubectlPanel';
import { useCopy } from './useCopy';
import { useReturnFocus } from './useReturnFocus';

interface CommandsDialogProps {
  readonly title: string;
  readonly commands: string;
  readonly onClose: () => void;
}

/** How to look at an object with kubectl. */
export const CommandsDialog = ({ title, commands, onClose }: CommandsDialogProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const copy = useCopy();
  const id = useId();
  useHold(true);
  useReturnFocus(true);
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      fullWidth
      maxWidth="sm"
      PaperProps={{ sx: { borderRadius: 2, backgroundImage: 'none' } }}
    >
      <DialogTitle id={id} sx={{ fontSize: 20, lineHeight: '28px', fontWeight: 500 }}>
        {title}
      </DialogTitle>
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
