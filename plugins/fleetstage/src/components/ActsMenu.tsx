import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import MoreVert from '@mui/icons-material/MoreVert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useState, type SyntheticEvent } from 'react';
import { useHold } from '../api/FleetProvider';
import { sharedTranslationRef } from '../translation/shared';
import { useHubIsReachable } from './HubBar';

export interface Act {
  readonly label: string;
  readonly onDo: () => void;
  /** Whether you may write it; what only reads or leads on has none. */
  readonly permit?: Schemas['Permit'];
}

interface ActsMenuProps {
  readonly label: string;
  readonly acts: readonly Act[];
  /** In a row of a table. */
  readonly isSmall?: boolean;
}

/** A row opens on a click, and a menu belongs to its row though it is drawn elsewhere. */
const stay = (event: SyntheticEvent) => event.stopPropagation();

/** Acts without a button; one that you may not use says why. */
export const ActsMenu = ({ label, acts, isSmall = false }: ActsMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isOpen = anchor !== null;
  // A list has a menu per row, and nearly all of them are never opened; one that was open fades out.
  const [isMade, setMade] = useState(false);
  useHold(isOpen);
  const close = () => setAnchor(null);
  return (
    <Box component="span" onClick={stay} onKeyDown={stay}>
      <IconButton
        size={isSmall ? 'small' : 'medium'}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={event => {
          setAnchor(event.currentTarget);
          setMade(true);
        }}
        sx={isSmall ? { p: 0.25 } : { border: 1, borderColor: 'divider', borderRadius: 1, p: 0.75 }}
      >
        <MoreVert fontSize={isSmall ? 'small' : 'medium'} />
      </IconButton>
      {isMade && (
        <Menu
          anchorEl={anchor}
          open={isOpen}
          onClose={close}
          MenuListProps={{ 'aria-label': label, 'dense': true }}
        >
          {acts.map(act => (
            <ActItem
              key={act.label}
              {...act}
              onDo={() => {
                close();
                act.onDo();
              }}
            />
          ))}
        </Menu>
      )}
    </Box>
  );
};

/** Stays in its place and can be reached where it is off: the reason stands below it. */
const ActItem = ({ label, onDo, permit, ...item }: Act) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const isReachable = useHubIsReachable();
  const isOff = permit !== undefined && !(permit.isAllowed && isReachable);
  if (!isOff)
    return (
      <MenuItem {...item} onClick={onDo}>
        {label}
      </MenuItem>
    );
  return (
    <MenuItem
      {...item}
      aria-disabled
      disableRipple
      sx={{ display: 'block', cursor: 'not-allowed', maxWidth: 320 }}
    >
      <Box sx={{ color: 'text.secondary' }}>{label}</Box>
      <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', whiteSpace: 'normal' }}>
        {isReachable ? (permit.reason ?? t('permit.noReason')) : t('hub.off')}
      </Box>
    </MenuItem>
  );
};
