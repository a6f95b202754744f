import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, type MouseEvent, type ReactNode } from 'react';
import { useHold } from '../api/FleetProvider';
import { sharedTranslationRef } from '../translation/shared';
import { RefusedButton, useRefusal } from './PermitButton';
import { useOnce } from './useOnce';
import { useReturnFocus } from './useReturnFocus';
import { WriteError } from './WriteError';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Verb, object, number. */
  readonly confirmLabel?: ReactNode;
  /** Called once, until `error` says that it failed. Left out: there is nothing to confirm, the dialog only closes. */
  readonly onConfirm?: () => void;
  /** Why the act finds nothing to do: said in place of everything else, and the dialog only closes. */
  readonly off?: ReactNode;
  /** What has to be done before the act, in place of its button. */
  readonly review?: { readonly label: ReactNode; readonly onReview: () => void };
  readonly onClose: () => void;
  readonly tone?: 'primary' | 'error';
  readonly isBusy?: boolean;
  readonly isConfirmDisabled?: boolean;
  /** Whether you may: a refusal is said beside the button. */
  readonly permit?: Schemas['Permit'];
  /** Why the act did not succeed: the dialog stays, nothing typed is lost. */
  readonly error?: unknown;
  readonly errorTitle?: string;
  /** The content says the error, with what to do about it. */
  readonly isErrorSaid?: boolean;
  /** At the left of the buttons, e.g. a sibling act. */
  readonly extraAction?: ReactNode;
  /** Beside the buttons, e.g. whether it can be taken back. */
  readonly note?: ReactNode;
  readonly width?: number;
  /** Parts of it come later and are of any height: it stands at the top, so that only its buttons move. */
  readonly growsDown?: boolean;
}

/** Says what an act does before it is done; full screen on small screens. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { open, title, children, off, onClose, error, errorTitle, isBusy = false, width = 560 } = props;
  const { t } = useTranslationRef(sharedTranslationRef);
  const isSmall = useMediaQuery(useTheme().breakpoints.down('sm'));
  const id = useId();
  useHold(open);
  useReturnFocus(open);
  return (
    <Dialog
      open={open}
      onClose={isBusy ? undefined : onClose}
      fullScreen={isSmall}
      PaperProps={{
        // Not the dialog's: the title, its button included, would take the id, too.
        'aria-labelledby': id,
        'sx': {
          width,
          maxWidth: '100%',
          borderRadius: isSmall ? 0 : 2,
          backgroundImage: 'none',
          alignSelf: props.growsDown ? 'flex-start' : undefined,
        },
      }}
    >
      <DialogTitle
        component="div"
        sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, px: 3, pt: 2.5, pb: 1 }}
      >
        <Box
          id={id}
          component="h2"
          sx={{ m: 0, fontSize: 20, lineHeight: '28px', fontWeight: 500, flex: 1, overflowWrap: 'anywhere' }}
        >
          {title}
        </Box>
        <IconButton aria-label={t('dialog.close')} onClick={onClose} disabled={isBusy} size="small">
          <Close fontSize="small" />
        </IconButton>
      </DialogTitle>
      <DialogContent
        sx={{ px: 3, pb: 2, fontSize: 14, lineHeight: '20px', fontVariantNumeric: 'tabular-nums' }}
      >
        {off ?? children}
        {error !== undefined && error !== null && !props.isErrorSaid && (
          <WriteError title={errorTitle} error={error} />
        )}
      </DialogContent>
      <Buttons {...props} />
    </Dialog>
  );
};

const ALLOWED: Schemas['Permit'] = { isAllowed: true };

/** Under a thumb on small screens. */
const CONFIRM = { ml: '0 !important', width: { xs: '100%', sm: 'auto' }, minHeight: { xs: 44, sm: 0 } };

const Buttons = (props: ConfirmDialogProps) => {
  const { off, onClose, isBusy = false, extraAction, permit = ALLOWED } = props;
  const onConfirm = off === undefined ? props.onConfirm : undefined;
  const refusal = useRefusal(permit);
  const why = useId();
  const { t } = useTranslationRef(sharedTranslationRef);
  return (
    <DialogActions
      sx={{ px: 3, pb: 2.5, pt: 1.5, gap: 1, flexWrap: 'wrap', borderTop: 1, borderColor: 'divider' }}
    >
      {extraAction}
      <Box
        id={why}
        sx={{
          flex: 1,
          minWidth: 120,
          order: { xs: -1, sm: 0 },
          flexBasis: { xs: '100%', sm: 0 },
          ml: { xs: '0 !important', sm: 1 },
          fontSize: 12,
          lineHeight: '16px',
          color: 'text.secondary',
          textAlign: { sm: 'right' },
        }}
      >
        {off === undefined && ((onConfirm && refusal) || props.note)}
      </Box>
      <Button
        variant="outlined"
        color="inherit"
        onClick={onClose}
        disabled={isBusy}
        sx={{ ml: '0 !important', flex: { xs: 1, sm: 'none' }, minHeight: { xs: 44, sm: 0 } }}
      >
        {t(onConfirm ? 'dialog.cancel' : 'dialog.close')}
      </Button>
      {onConfirm &&
        (refusal === undefined ? (
          <ConfirmButton {...props} onConfirm={onConfirm} />
        ) : (
          <RefusedButton
            variant="contained"
            color={props.tone ?? 'primary'}
            aria-describedby={why}
            sx={CONFIRM}
          >
            {props.confirmLabel}
          </RefusedButton>
        ))}
    </DialogActions>
  );
};

type ConfirmButtonProps = ConfirmDialogProps & Required<Pick<ConfirmDialogProps, 'onConfirm'>>;

const ConfirmButton = (props: ConfirmButtonProps) => {
  const { open, confirmLabel, onConfirm, review, error, tone = 'primary' } = props;
  const { isBusy = false, isConfirmDisabled = false } = props;
  const confirm = useOnce(onConfirm, error, open);
  const label = review?.label ?? confirmLabel;
  const act = review?.onReview ?? confirm;
  if (isBusy || isConfirmDisabled) {
    return (
      <Button variant="contained" disabled sx={CONFIRM}>
        {label}
      </Button>
    );
  }
  return (
    <Button
      variant="contained"
      color={tone}
      // Of a double click the second one must not confirm what the first one has only shown.
      onClick={({ detail }: MouseEvent) => detail < 2 && act()}
      sx={CONFIRM}
    >
      {label}
    </Button>
  );
};
