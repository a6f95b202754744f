import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useTheme } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { useHasVersions } from '../../api/FleetProvider';
import { useApprovalCount } from '../../api/runQueries';
import { statusTone } from '../../model/status/tone';
import { useLinks, usePathname } from '../../routing';
import { labelsTranslationRef } from '../../translation/labels';

/** px over which what goes on at the right fades out. */
const FADE = 28;
const TABS = '.bui-PluginHeaderTabsWrapper';

/**
 * The header's tabs neither wrap nor scroll by themselves: five of them are wider than a telephone. They fade out at the
 * right, which shows that there are more; scrolled to the end, the last one stands before the fade.
 */
const scrollingTabs = {
  '@media (max-width: 599.95px)': {
    [TABS]: {
      overflowX: 'auto',
      scrollbarWidth: 'none',
      maskImage: `linear-gradient(to right, black calc(100% - ${FADE}px), transparent)`,
    },
    [`${TABS} .bui-TabList::after`]: { content: '""', flex: `0 0 ${FADE}px` },
    [`${TABS} .bui-Tab`]: { flex: 'none', whiteSpace: 'nowrap' },
    // The line stands 1 px below the tabs, where what scrolls is cut off.
    [`${TABS} .bui-TabActive`]: { bottom: 0 },
  },
} as const;

/**
 * The portal shows toasts in the middle at the bottom, over gates, and on a telephone over the buttons that a page has there.
 * Primary buttons are at the right, so toasts stand at the left, over the side bar, and above those of a telephone.
 */
const toasts = {
  'body [class*="Toast_container"]': {
    'left': 'auto',
    'insetInlineStart': 16,
    'transform': 'none',
    '@media (max-width: 599.95px)': {
      insetInline: 16,
      width: 'auto',
      bottom: 'calc(var(--fleetstage-bottom-inset, 56px) + 72px)',
    },
  },
} as const;

/**
 * What the portal's header does not do for its tabs: the current one stays visible on a telephone, and Approvals has the
 * number that waits for the viewer. Titles of sub-pages are texts that are fixed when the portal starts
 * (`coreExtensionData.title`, `PageLayoutTab.label: string`), so the number is a style; a header of another make shows none.
 */
export const HeaderTabs = () => {
  const here = useCurrentInSight();
  return (
    <Box component="span" ref={here} sx={{ display: 'none' }}>
      <GlobalStyles styles={scrollingTabs} />
      <GlobalStyles styles={toasts} />
      <ApprovalsCount />
      <VersionsTab />
    </Box>
  );
};

/** Sub-pages are fixed when the portal starts; that of versions is in the header where versions are upgraded, or it is open. */
const VersionsTab = () => {
  const hasVersions = useHasVersions();
  const path = useLinks().sequences().split('?')[0];
  const isHere = usePathname().startsWith(path);
  if (hasVersions || isHere) return null;
  return <GlobalStyles styles={{ [`${TABS} .bui-Tab[href$="${path}"]`]: { display: 'none' } }} />;
};

/** px beside the word for a number of two digits. */
const ROOM = 14;
const MOST = 99;

const ApprovalsCount = () => {
  const { t } = useTranslationRef(labelsTranslationRef);
  const count = useApprovalCount();
  const [path] = useLinks().approvals().split('?');
  const { text, surface } = statusTone(useTheme(), 'warning');
  const tab = `${TABS} .bui-Tab[href$="${path}"]`;
  if (!count) return null;
  const shown = count > MOST ? `${MOST}+` : String(count);
  const badge = {
    // The second is for who listens; a browser that does not know it takes the first.
    content: [`"${shown}"`, `"${shown}" / "${t('tabs.forYou', { count })}"`],
    // In the gap beside the word: tabs do not move when the number comes, nor does the line below the current one.
    position: 'absolute' as const,
    top: 0,
    insetInlineStart: 'calc(100% - 7px)',
    minWidth: 16,
    boxSizing: 'border-box' as const,
    paddingInline: 4,
    textAlign: 'center' as const,
    borderRadius: 8,
    fontSize: 11,
    fontWeight: 500,
    lineHeight: '16px',
    color: text,
    backgroundColor: surface,
  };
  // Two digits would touch the next tab: that they move for a number that is rarely so high is the lesser evil.
  const room = count > 9 ? { [tab]: { marginInlineEnd: ROOM } } : {};
  return <GlobalStyles styles={{ ...room, [`${tab}::after`]: badge }} />;
};

/** Scrolls the header's tabs, and nothing else, so that the one of this page is in the middle where it can be. */
function useCurrentInSight() {
  const here = useRef<HTMLElement>(null);
  const path = usePathname();
  useEffect(() => {
    const header = here.current?.closest('.bui-PluginHeader');
    if (!header) return undefined;
    let shown: HTMLElement | undefined;
    const centre = () => shown && centreIn(header.querySelector(TABS), shown);
    // Tabs are as wide as their font, which may come later. Tests run without.
    const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(centre);
    // Another theme makes the tabs anew, after the header and more than once; the rest of the header changes each second.
    const find = () => {
      const current = [...header.querySelectorAll<HTMLAnchorElement>(`${TABS} a.bui-Tab`)].find(isCurrent);
      if (!current || current === shown) return;
      shown = current;
      sizes?.disconnect();
      sizes?.observe(current);
      centre();
    };
    find();
    const tabs = new MutationObserver(find);
    tabs.observe(header, { childList: true, subtree: true });
    return () => {
      tabs.disconnect();
      sizes?.disconnect();
    };
  }, [path]);
  return here;
}

function centreIn(tabs: Element | null, current: HTMLElement): void {
  if (!tabs) return;
  const [outer, inner] = [tabs.getBoundingClientRect(), current.getBoundingClientRect()];
  tabs.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

function isCurrent({ href }: HTMLAnchorElement): boolean {
  // Both with the portal's base path, which the router leaves out.
  const { pathname } = window.location;
  const own = new URL(href).pathname;
  return pathname === own || pathname.startsWith(`${own}/`);
}
