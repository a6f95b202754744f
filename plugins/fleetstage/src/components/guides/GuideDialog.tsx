import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId } from 'react';
import { useHold } from '../../api/FleetProvider';
import { sharedTranslationRef } from '../../translation/shared';
import { CodeBlock } from '../KubectlPanel';
import { useCopy } from '../useCopy';

export interface GuideStep {
  readonly title: string;
  readonly body: string;
  /** To be copied as it is. */
  readonly code: string;
}

interface GuideDialogProps {
  readonly title: string;
  readonly steps: readonly GuideStep[];
  readonly onClose: () => void;
}

/** How to do something outside of the pages, step by step. */
export const GuideDialog = ({ title, steps, onClose }: GuideDialogProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  const id = useId();
  useHold(true);
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      fullWidth
      maxWidth="md"
      fullScreen={isSmall}
      PaperProps={{ sx: { borderRadius: isSmall ? 0 : 2, backgroundImage: 'none' } }}
    >
      <DialogTitle id={id} sx={{ fontSize: 20, lineHeight: '28px', fontWeight: 500 }}>
        {title}
      </DialogTitle>
      <DialogContent>
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2.5 }}>
          {steps.map((step, index) => (
            <Step key={step.title} step={step} number={index + 1} />
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" variant="outlined" onClick={onClose}>
          {t('dialog.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const Step = ({ step: { title, body, code }, number }: { step: GuideStep; number: number }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const copy = useCopy();
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box component="h3" sx={{ m: 0, flex: 1, fontSize: 16, lineHeight: '24px', fontWeight: 500 }}>
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, mr: 1 }}>
            {number}
          </Box>
          {title}
        </Box>
        <Button
          size="small"
          startIcon={<ContentCopy />}
          aria-label={t('copy.copyOf', { what: title })}
          onClick={() => copy(code)}
        >
          {t('copy.copy')}
        </Button>
      </Box>
      <Box sx={{ fontSize: 13, lineHeight: '20px', color: 'text.secondary', mb: 0.75 }}>{body}</Box>
      <CodeBlock text={code.trimEnd()} label={title} />
    </Box>
  );
};
