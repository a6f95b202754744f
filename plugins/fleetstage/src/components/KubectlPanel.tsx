import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ContentCopy from '@mui/icons-material/ContentCopy';
import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import { useId, useState } from 'react';
import { sharedTranslationRef } from '../translation/shared';
import { useCopy } from './useCopy';

interface KubectlPanelProps {
  /** One or more lines for a shell. */
  readonly command?: string;
  /** In place of a command: why there is none. */
  readonly noCommand?: string;
  readonly isOpen?: boolean;
}

/** The same act as a command: folded, with Copy; or why kubectl cannot do it. */
export const KubectlPanel = ({ command, noCommand, isOpen = false }: KubectlPanelProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const [open, setOpen] = useState(isOpen);
  const copy = useCopy();
  const id = useId();
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Button
          size="small"
          startIcon={open ? <ExpandLess /> : <ExpandMore />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {t('kubectl.title')}
        </Button>
        {open && command !== undefined && (
          <Button size="small" startIcon={<ContentCopy />} onClick={() => copy(command)}>
            {t('copy.copy')}
          </Button>
        )}
      </Box>
      <Collapse in={open} id={id} timeout={150}>
        {command !== undefined && <CodeBlock text={command} label={t('kubectl.title')} />}
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', mt: 0.5 }}>
          {command === undefined ? noCommand : t('kubectl.note')}
        </Box>
      </Collapse>
    </Box>
  );
};

/** Code as it is, wrapped where it is long. */
export const CodeBlock = ({
  text,
  label,
  maxHeight,
}: {
  text: string;
  label: string;
  maxHeight?: number;
}) => (
  <Box
    component="pre"
    tabIndex={maxHeight === undefined ? undefined : 0}
    role={maxHeight === undefined ? undefined : 'region'}
    aria-label={maxHeight === undefined ? undefined : label}
    sx={{
      m: 0,
      px: 1.5,
      py: 1,
      borderRadius: 1,
      border: 1,
      borderColor: 'divider',
      backgroundColor: 'action.hover',
      fontFamily: 'monospace',
      fontSize: 12,
      lineHeight: '18px',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      maxHeight,
      overflow: maxHeight === undefined ? undefined : 'auto',
    }}
  >
    {text}
  </Box>
);
