import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, type ReactNode } from 'react';
import { useHold } from '../api/FleetProvider';
import { sharedTranslationRef } from '../translation/shared';
import { useReturnFocus } from './useReturnFocus';

interface InfoDialogProps {
  readonly title: string;
  readonly width: 'sm' | 'md';
  readonly isFullWhenSmall?: boolean;
  /** Beside Close. */
  readonly action?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Something to read and to copy; nothing is written. */
export const InfoDialog = ({
  title,
  width,
  isFullWhenSmall = false,
  action,
  onClose,
  children,
}: InfoDialogProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  const isFull = isFullWhenSmall && isSmall;
  const id = useId();
  useHold(true);
  useReturnFocus(true);
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      fullWidth
      maxWidth={width}
      fullScreen={isFull}
      PaperProps={{ sx: { borderRadius: isFull ? 0 : 2, backgroundImage: 'none' } }}
    >
      <DialogTitle id={id} sx={{ fontSize: 20, lineHeight: '28px', fontWeight: 500 }}>
        {title}
      </DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" variant="outlined" onClick={onClose}>
          {t('dialog.close')}
        </Button>
        {action}
      </DialogActions>
    </Dialog>
  );
};
