import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useId, type ReactNode } from 'react';

interface SideDrawerProps {
  /** Name of what it shows; closed while it is empty. */
  readonly title: string;
  /** Of the button. */
  readonly close: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What there is to know of one cluster, at the right; the whole screen where that is small. */
export const SideDrawer = ({ title, close, onClose, children }: SideDrawerProps) => {
  const id = useId();
  return (
    <Drawer
      anchor="right"
      open={title !== ''}
      onClose={onClose}
      PaperProps={{
        'role': 'dialog',
        'aria-labelledby': id,
        'sx': { width: { xs: '100%', sm: 480 }, backgroundImage: 'none' },
      }}
    >
      {title !== '' && (
        <Box sx={{ fontSize: 14, lineHeight: '20px', fontVariantNumeric: 'tabular-nums' }}>
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', px: 2.5, pt: 2, pb: 1 }}>
            <Box
              component="h2"
              id={id}
              sx={{
                m: 0,
                flex: 1,
                fontSize: 18,
                lineHeight: '26px',
                fontWeight: 500,
                overflowWrap: 'anywhere',
              }}
            >
              {title}
            </Box>
            <IconButton aria-label={close} onClick={onClose}>
              <Close />
            </IconButton>
          </Box>
          <Box sx={{ px: 2.5, pb: 3 }}>{children}</Box>
        </Box>
      )}
    </Drawer>
  );
};
