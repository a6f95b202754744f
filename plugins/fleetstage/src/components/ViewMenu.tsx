import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { SvgIconComponent } from '@mui/icons-material';
import CheckBox from '@mui/icons-material/CheckBox';
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank';
import RadioButtonChecked from '@mui/icons-material/RadioButtonChecked';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Tune from '@mui/icons-material/Tune';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState } from 'react';
import { useHold } from '../api/FleetProvider';
import { sharedTranslationRef } from '../translation/shared';
import type { Column } from './tableProps';
import { DENSITIES, useDensity, useShownColumns, useHiddenColumns } from './tableView';

interface ViewMenuProps<Row> {
  /** Under this name its columns are remembered. */
  readonly table: string;
  readonly columns: readonly Column<Row>[];
  /** At the end of the bar, where nothing else is. */
  readonly isLast?: boolean;
}

/** How a table is shown: the height of its rows, and which columns. It stays open, so that one sees what one does. */
export function ViewMenu<Row>({ table, columns, isLast = false }: ViewMenuProps<Row>) {
  const { t } = useTranslationRef(sharedTranslationRef);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [density, setDensity] = useDensity();
  const [hidden, setHidden] = useHiddenColumns(table);
  const offered = useShownColumns(columns).filter(({ canHide }) => canHide);
  const id = useId();
  const isOpen = anchor !== null;
  useHold(isOpen);
  const toggle = (column: string) =>
    setHidden(hidden.includes(column) ? hidden.filter(one => one !== column) : [...hidden, column]);
  return (
    <Box sx={{ ml: isLast ? { md: 'auto' } : undefined }}>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        startIcon={<Tune />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {t('view.label')}
      </Button>
      <Menu
        id={id}
        anchorEl={anchor}
        open={isOpen}
        onClose={() => setAnchor(null)}
        MenuListProps={{ 'aria-label': t('view.label'), 'dense': true }}
      >
        <Heading>{t('view.rows')}</Heading>
        {DENSITIES.map(one => (
          <MenuItem key={one} {...radio(one === density)} onClick={() => setDensity(one)}>
            <Mark icon={one === density ? RadioButtonChecked : RadioButtonUnchecked} />
            {t(`view.${one}`)}
          </MenuItem>
        ))}
        {offered.length > 0 && <Divider />}
        {offered.length > 0 && <Heading>{t('view.columns')}</Heading>}
        {offered.map(({ id: column, header }) => (
          <MenuItem
            key={column}
            role="menuitemcheckbox"
            aria-checked={!hidden.includes(column)}
            onClick={() => toggle(column)}
          >
            <Mark icon={hidden.includes(column) ? CheckBoxOutlineBlank : CheckBox} />
            {header}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  );
}

/** The one that is chosen has the focus when the menu opens. */
const radio = (isOn: boolean) => ({ 'role': 'menuitemradio', 'aria-checked': isOn, 'selected': isOn });

const Mark = ({ icon: Icon }: { icon: SvgIconComponent }) => (
  <Icon aria-hidden sx={{ fontSize: 18, mr: 1.25, color: 'text.secondary' }} />
);

const Heading = ({ children }: { children: string }) => (
  <ListSubheader
    role="presentation"
    disableSticky
    sx={{ lineHeight: '28px', fontSize: 12, backgroundColor: 'transparent' }}
  >
    {children}
  </ListSubheader>
);
Heading.muiSkipListHighlight = true;
