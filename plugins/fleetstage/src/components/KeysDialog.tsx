import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useFleetData, useHold } from '../api/FleetProvider';
import { sharedTranslationRef } from '../translation/shared';
import { isTyping } from './isTyping';

/** `?` shows the keys, unless one types or something is open already. */
export const KeysDialog = () => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const { isOpen, close } = useHelpKey();
  const id = useId();
  useHold(isOpen);
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      aria-labelledby={id}
      PaperProps={{ sx: { width: 480, borderRadius: 2, backgroundImage: 'none' } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', px: 3, pt: 2, pb: 1 }}>
        <Box id={id} component="h2" sx={{ m: 0, flex: 1, fontSize: 20, lineHeight: '28px', fontWeight: 500 }}>
          {t('keys.title')}
        </Box>
        <IconButton size="small" aria-label={t('dialog.close')} onClick={close} sx={{ mr: -1 }}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <KeyList />
      <Box sx={{ px: 3, pt: 1.5, pb: 2.5, fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>
        {t('keys.note')}
      </Box>
    </Dialog>
  );
};

function useHelpKey() {
  const [isOpen, setOpen] = useState(false);
  const { live } = useFleetData();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key !== '?' || !isPlain || isTyping(event.target) || live.get().isHeld) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [live]);
  return { isOpen, close: () => setOpen(false) };
}

const KeyList = () => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return (
    <Box component="dl" sx={{ m: 0, px: 3, fontSize: 14, lineHeight: '20px' }}>
      <Line keys={<Key>{t('keys.names.tab')}</Key>}>{t('keys.tab')}</Line>
      <Line keys={<Arrows />}>{t('keys.arrows')}</Line>
      <Line
        keys={
          <>
            <Key>{t('keys.names.home')}</Key>
            <Key>{t('keys.names.end')}</Key>
          </>
        }
      >
        {t('keys.ends')}
      </Line>
      <Line keys={<Key>{t('keys.names.enter')}</Key>}>{t('keys.enter')}</Line>
      <Line keys={<Key>{t('keys.names.escape')}</Key>}>{t('keys.escape')}</Line>
      <Line keys={<Key>/</Key>}>{t('keys.search')}</Line>
      <Line keys={<Key>?</Key>}>{t('keys.help')}</Line>
    </Box>
  );
};

const Arrows = () => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return (
    <>
      <Key name={t('keys.arrowNames.left')}>←</Key>
      <Key name={t('keys.arrowNames.up')}>↑</Key>
      <Key name={t('keys.arrowNames.down')}>↓</Key>
      <Key name={t('keys.arrowNames.right')}>→</Key>
    </>
  );
};

const Line = ({ keys, children }: { keys: ReactNode; children: ReactNode }) => (
  <Box
    sx={{
      'display': 'grid',
      'gridTemplateColumns': '132px minmax(0, 1fr)',
      'alignItems': 'center',
      'py': 1,
      '& + &': { borderTop: 1, borderColor: 'divider' },
    }}
  >
    <Box component="dt" sx={{ display: 'flex', gap: 0.5 }}>
      {keys}
    </Box>
    <Box component="dd" sx={{ m: 0 }}>
      {children}
    </Box>
  </Box>
);

const Key = ({ name, children }: { name?: string; children: string }) => (
  <Box
    component="kbd"
    title={name}
    sx={{
      minWidth: 24,
      px: 0.75,
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
      bgcolor: 'action.hover',
      fontFamily: 'inherit',
      fontSize: 12,
      lineHeight: '22px',
      textAlign: 'center',
    }}
  >
    {children}
  </Box>
);
