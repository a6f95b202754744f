import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Announcer } from './Announcer';
import { FleetLink } from './FleetLink';
import { HubReachability } from './HubBar';
import { KeysDialog } from './KeysDialog';
import { PageStateContext, usePageStateOwner } from './pageState';

export interface PageFrameProps {
  readonly title: ReactNode;
  readonly chip?: ReactNode;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  /** The acts are off while it cannot be reached. */
  readonly hub?: Schemas['HubState'];
  readonly breadcrumb?: { readonly label: string; readonly to: string };
  /** At the end of the breadcrumb's line, for small screens. */
  readonly corner?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A page's content below Backstage's header: title, chip, acts. `data-ready` tells that every part of the page has its first
 * answer.
 */
export const PageFrame = ({
  title,
  chip,
  subtitle,
  actions,
  hub,
  breadcrumb,
  corner,
  children,
}: PageFrameProps) => {
  const { value, isReady, state } = usePageStateOwner();
  return (
    <PageStateContext.Provider value={value}>
      <Box
        data-ready={isReady ? 'true' : 'false'}
        data-state={state}
        sx={{
          px: { xs: 2, sm: 3 },
          pt: 0,
          pb: 5,
          maxWidth: 1680,
          color: 'text.primary',
          fontSize: 14,
          lineHeight: '20px',
          fontVariantNumeric: 'tabular-nums',
          minWidth: 0,
        }}
      >
        <Announcer>
          {breadcrumb && (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5 }}>
              <Breadcrumbs sx={{ fontSize: 13, flex: 1, minWidth: 0 }} separator="/">
                <FleetLink to={breadcrumb.to}>{breadcrumb.label}</FleetLink>
                <Box component="span" sx={{ overflowWrap: 'anywhere' }} aria-current="page">
                  {title}
                </Box>
              </Breadcrumbs>
              {corner}
            </Box>
          )}
          <HubReachability value={hub?.isReachable ?? true}>
            <Header title={title} chip={chip} actions={actions} />
          </HubReachability>
          {subtitle && (
            <Typography
              component="div"
              sx={{ fontSize: 13, lineHeight: '20px', color: 'text.secondary', mt: 0.5 }}
            >
              {subtitle}
            </Typography>
          )}
          <Box sx={{ mt: 2 }}>{children}</Box>
        </Announcer>
        <KeysDialog />
      </Box>
    </PageStateContext.Provider>
  );
};

const Header = ({ title, chip, actions }: Pick<PageFrameProps, 'title' | 'chip' | 'actions'>) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
    <Typography
      component="h1"
      sx={{
        fontSize: { xs: 20, sm: 24 },
        lineHeight: { xs: '28px', sm: '32px' },
        fontWeight: 500,
        m: 0,
        overflowWrap: 'anywhere',
        minWidth: 0,
      }}
    >
      {title}
    </Typography>
    {chip}
    {actions && (
      <Box sx={{ ml: { sm: 'auto' }, display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        {actions}
      </Box>
    )}
  </Box>
);
