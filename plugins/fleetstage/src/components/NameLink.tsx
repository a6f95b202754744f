import Tooltip from '@mui/material/Tooltip';
import type { LinkProps } from '@mui/material/Link';
import { FleetLink } from './FleetLink';
import { MiddleEllipsis } from './MiddleEllipsis';

interface NameLinkProps {
  readonly to: string;
  readonly name: string;
  readonly sx?: LinkProps['sx'];
}

/** A name in one line that leads to its page. What is cut of it shows under the pointer, and for the keyboard while it has the focus. */
export const NameLink = ({ to, name, sx }: NameLinkProps) => (
  // The pointer has the title of the cut name.
  <Tooltip title={name} disableHoverListener disableTouchListener placement="bottom-start">
    <FleetLink
      to={to}
      sx={[
        // What is cut in its middle has to know how much room there is.
        { fontWeight: 500, display: 'inline-flex', minWidth: 0, maxWidth: '100%' },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      <MiddleEllipsis text={name} />
    </FleetLink>
  </Tooltip>
);
