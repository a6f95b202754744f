import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';
import { TAB_HOVER, TabLabel } from './TabLabel';

export interface PageTab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly count?: number;
}

interface PageTabsProps<Id extends string> {
  /** Ties tabs and panel together; unique on the page. */
  readonly name: string;
  readonly label: string;
  readonly tabs: readonly PageTab<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** The panel of the chosen tab. */
  readonly children: ReactNode;
}

/** At an end of the tabs there is nothing to scroll to, and no room is kept. A portal gives the classes of MUI names of its own. */
export const SCROLL_BUTTON = { sx: { 'width': 28, '&.Mui-disabled': { width: 0 } } } as const;

/** The portal's tab is loud and wide; the doubled selector is stronger than its rules for wide screens. */
export const PAGE_TAB = {
  '&&': {
    minHeight: 40,
    minWidth: 0,
    px: 1.5,
    py: 0,
    fontSize: 14,
    fontWeight: 500,
    letterSpacing: 'normal',
    textTransform: 'none',
    color: 'text.secondary',
  },
  '&&.Mui-selected': { color: 'text.primary' },
  '&&:hover': TAB_HOVER,
  // Label and indicator begin where the content does.
  '&&:first-of-type': { pl: 0 },
};

/** Parts of a page, one at a time. */
export function PageTabs<Id extends string>({
  name,
  label,
  tabs,
  value,
  onChange,
  children,
}: PageTabsProps<Id>) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Tabs
        value={value}
        onChange={(_, next: Id) => onChange(next)}
        variant="scrollable"
        // Only where they do not fit: a sign that there are more.
        scrollButtons="auto"
        allowScrollButtonsMobile
        TabScrollButtonProps={SCROLL_BUTTON}
        aria-label={label}
        sx={{
          minHeight: 40,
          mb: 2,
          maxWidth: '100%',
        }}
      >
        {tabs.map(tab => (
          <Tab
            key={tab.id}
            value={tab.id}
            id={`${name}-tab-${tab.id}`}
            aria-controls={tab.id === value ? `${name}-${tab.id}` : undefined}
            label={<TabLabel text={tab.label} count={tab.count} />}
            sx={PAGE_TAB}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={`${name}-${value}`}
        aria-labelledby={`${name}-tab-${value}`}
        sx={{ minWidth: 0 }}
      >
        {children}
      </Box>
    </Box>
  );
}
