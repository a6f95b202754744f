import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useRef, type ReactNode } from 'react';
import { useFleetData } from '../api/FleetProvider';
import { useIsArrival } from '../routing';
import { sharedTranslationRef } from '../translation/shared';
import { Announcer, AnnounceText } from './Announcer';
import { BottomBar } from './BottomBar';
import { FleetLink } from './FleetLink';
import { HubReachability } from './HubBar';
import { KeysDialog } from './KeysDialog';
import { PageStateContext, usePageStateOwner } from './pageState';
import { usePageTitle } from './usePageTitle';
import { isFocusLost, PAGE_TITLE } from './useReturnFocus';

export interface Crumb {
  readonly label: string;
  readonly to: string;
}

export interface PageFrameProps {
  readonly title: string;
  readonly chip?: ReactNode;
  readonly subtitle?: ReactNode;
  /** Beside the title; in a bar at the bottom of small screens, where what waits comes first. */
  readonly actions?: ReactNode;
  /** The acts are off while it cannot be reached. */
  readonly hub?: Schemas['HubState'];
  /** What is above the page: the nearest last. */
  readonly breadcrumb?: Crumb | readonly Crumb[];
  /** The page within what is above it, where its title repeats that. */
  readonly crumb?: string;
  /** At the end of the breadcrumb's line, for small screens. */
  readonly corner?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A page's content below Backstage's header: title, chip, acts. `data-ready` says that every part of the page has its first
 * answer.
 */
export const PageFrame = ({
  title,
  chip,
  subtitle,
  actions,
  hub,
  breadcrumb,
  crumb,
  corner,
  children,
}: PageFrameProps) => {
  const { value, isReady, state } = usePageStateOwner();
  usePageTitle(title);
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  const isAtBottom = isSmall && Boolean(actions);
  return (
    <PageStateContext.Provider value={value}>
      <Box
        component="main"
        data-ready={isReady ? 'true' : 'false'}
        data-state={state}
        sx={{
          px: { xs: 2, sm: 3 },
          pt: 0,
          // Room for the bar at the bottom.
          pb: isAtBottom ? 14 : 5,
          maxWidth: 1680,
          color: 'text.primary',
          fontSize: 14,
          lineHeight: '20px',
          fontVariantNumeric: 'tabular-nums',
          minWidth: 0,
        }}
      >
        <Announcer>
          {breadcrumb && <Crumbs here={crumb ?? title} above={[breadcrumb].flat()} corner={corner} />}
          <HubReachability value={hub?.isReachable ?? true}>
            <Header title={title} chip={chip} actions={!isAtBottom && actions} />
            {isAtBottom && <BottomBar>{actions}</BottomBar>}
          </HubReachability>
          {subtitle && (
            <Typography
              component="div"
              sx={{ fontSize: 13, lineHeight: '20px', color: 'text.secondary', mt: 0.5 }}
            >
              {subtitle}
              <AnnounceText place="count" text={subtitle} hasNumbers />
            </Typography>
          )}
          <Box sx={{ mt: 2 }}>{children}</Box>
        </Announcer>
        <KeysDialog />
      </Box>
    </PageStateContext.Provider>
  );
};

interface CrumbsProps extends Pick<PageFrameProps, 'corner'> {
  readonly here: ReactNode;
  readonly above: readonly Crumb[];
}

const Crumbs = ({ here, above, corner }: CrumbsProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5 }}>
      <Breadcrumbs aria-label={t('crumbs')} sx={{ fontSize: 13, flex: 1, minWidth: 0 }} separator="/">
        {above.map(({ label, to }) => (
          <FleetLink key={to} to={to}>
            {label}
          </FleetLink>
        ))}
        <Box component="span" sx={{ overflowWrap: 'anywhere' }} aria-current="page">
          {here}
        </Box>
      </Breadcrumbs>
      {corner}
    </Box>
  );
};

/** Buttons are up to 38 px high, the line of the title 32: they come later than it, and must not move what is below. */
const ACTS_MARGIN = '-3px';

const Header = ({ title, chip, actions }: Pick<PageFrameProps, 'title' | 'chip' | 'actions'>) => {
  const heading = useArrival();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
      <Typography
        component="h1"
        ref={heading}
        tabIndex={-1}
        {...PAGE_TITLE}
        sx={{
          'fontSize': { xs: 20, sm: 24 },
          'lineHeight': { xs: '28px', sm: '32px' },
          'fontWeight': 500,
          'm': 0,
          'overflowWrap': 'anywhere',
          'minWidth': 0,
          // Only a program can give it the focus: no ring, as there is nothing to press.
          '&:focus': { outline: 'none' },
        }}
      >
        {title}
      </Typography>
      {chip}
      {actions && (
        <Box
          sx={{
            ml: { sm: 'auto' },
            my: ACTS_MARGIN,
            display: 'flex',
            gap: 1,
            alignItems: 'center',
            flexWrap: 'wrap',
          }}
        >
          {actions}
        </Box>
      )}
    </Box>
  );
};

/**
 * What led here, a link or Back, is gone with its page, and the focus with it: it goes on at the heading. The document's first page
 * leaves the focus where the browser has it.
 */
function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  const data = useFleetData();
  const isArrival = useIsArrival() || data.hasShownPage;
  useEffect(() => {
    data.hasShownPage = true;
    if (isArrival && isFocusLost()) heading.current?.focus({ preventScroll: true });
    // Once: what has the focus later is the reader's choice.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return heading;
}
