import GlobalStyles from '@mui/material/GlobalStyles';
import { LiveIndicator } from './LiveIndicator';

/** px over which what goes on at the right fades out. */
const FADE = 28;

/**
 * The header's tabs neither wrap nor scroll by themselves: five of them are wider than a telephone. They fade out at the
 * right, which tells that there are more; scrolled to the end, the last one stands before the fade.
 */
const scrollingTabs = {
  '@media (max-width: 599.95px)': {
    '.bui-PluginHeaderTabsWrapper': {
      overflowX: 'auto',
      scrollbarWidth: 'none',
      maskImage: `linear-gradient(to right, black calc(100% - ${FADE}px), transparent)`,
    },
    '.bui-PluginHeaderTabsWrapper .bui-TabList::after': { content: '""', flex: `0 0 ${FADE}px` },
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
