import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState } from 'react';
import { useHold } from '../../../api/FleetProvider';
import type { CauseSegment } from '../../../model/placement/causes';
import { placementTranslationRef } from '../../../translation/placement';
import { usePlacementUrl } from '../usePlacementUrl';
import { CauseButton } from './CauseButton';
import { useCauseWords } from './useCauseWords';

/** The rarest causes in one segment; its menu names each, and each is a filter. */
export const FoldedCauses = ({ segment: { causes, clusters } }: { segment: CauseSegment }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { count } = useCauseWords();
  const url = usePlacementUrl();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const isOpen = anchor !== null;
  useHold(isOpen);
  const choose = (cause: string) => {
    setAnchor(null);
    url.setCause(cause);
  };
  return (
    <>
      <CauseButton
        cause="other"
        clusters={clusters}
        isOn={causes.some(({ cause }) => cause === url.cause)}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {t('count.folded', { n: clusters, causes: causes.length })}
        <ArrowDropDown aria-hidden sx={{ fontSize: 18, mx: -0.5 }} />
      </CauseButton>
      <Menu
        id={id}
        anchorEl={anchor}
        open={isOpen}
        onClose={() => setAnchor(null)}
        MenuListProps={{ 'aria-label': t('bar.others'), 'dense': true }}
      >
        {causes.map(one => (
          <MenuItem
            key={one.cause}
            role="menuitemcheckbox"
            aria-checked={one.cause === url.cause}
            selected={one.cause === url.cause}
            onClick={() => choose(one.cause)}
          >
            {count(one.cause, one.clusters)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
