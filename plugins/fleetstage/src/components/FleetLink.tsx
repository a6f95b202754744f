import Link, { type LinkProps } from '@mui/material/Link';
import { forwardRef } from 'react';
import { RouterLink } from '../routing';

/** A link to an address of `useLinks`. */
export const FleetLink = forwardRef<HTMLAnchorElement, Omit<LinkProps, 'href'> & { to: string }>(
  function FleetLinkBase(props, ref) {
    return <Link ref={ref} component={RouterLink} underline="hover" {...props} />;
  },
);
