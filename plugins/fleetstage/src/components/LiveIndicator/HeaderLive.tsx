import GlobalStyles from '@mui/material/GlobalStyles';
import { LiveIndicator } from './LiveIndicator';

/** The header's tabs neither wrap nor scroll by themselves: five of them are wider than a telephone. */
const scrollingTabs = {
  '@media (max-width: 599.95px)': {
    '.bui-PluginHeaderTabsWrapper': { overflowX: 'auto', scrollbarWidth: 'none' },
    '.bui-PluginHeaderTabsWrapper .bui-Tab': { flex: 'none', whiteSpace: 'nowrap' },
  },
} as const;

/** In the plugin's header. */
export const HeaderLive = () => (
  <>
    <GlobalStyles styles={scrollingTabs} />
    <LiveIndicator />
  </>
);
