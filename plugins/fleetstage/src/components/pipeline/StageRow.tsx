import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import type { StatusLook } from '../../model/status/words';
import { CutText } from '../CutText';
import { MiddleEllipsis } from '../MiddleEllipsis';
import { StatusIcon } from '../StatusChip';

/** Its place in the order of Tab. */
export type RowStop = Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'tabIndex' | 'onFocus'>;

interface StageRowProps extends Pick<StatusLook, 'icon' | 'tone'> {
  readonly name: string;
  /** Of its state. */
  readonly label: string;
  readonly marks?: ReactNode;
  /** At the right: how long it took, or its place in the order. */
  readonly aside?: ReactNode;
  /** In a second line. */
  readonly cause: string;
  readonly stop: RowStop;
  readonly onOpen: () => void;
}

/** Characters in a column of the pipeline. */
const THREE_LINES = 96;

const rowLook = {
  'display': 'flex',
  'alignItems': 'flex-start',
  'gap': 1,
  'width': '100%',
  'minHeight': { xs: 44, md: 30 },
  'px': 1,
  'py': 0.625,
  'border': 0,
  'borderRadius': 1,
  'background': 'none',
  'color': 'inherit',
  'font': 'inherit',
  'fontSize': 13,
  'lineHeight': '20px',
  'textAlign': 'start',
  'cursor': 'pointer',
  '&:hover': { backgroundColor: 'action.hover' },
  '&:focus-visible': {
    outline: (theme: Theme) => `2px solid ${theme.palette.primary.main}`,
    outlineOffset: -2,
  },
} as const;

/** One cluster in a column: opens what there is to know of it. */
export const StageRow = ({ name, icon, tone, label, marks, aside, cause, stop, onOpen }: StageRowProps) => (
  <Box component="li">
    <Tooltip describeChild title={cause.length > THREE_LINES ? cause : ''}>
      <Box component="button" type="button" onClick={onOpen} {...stop} sx={rowLook}>
        <Box component="span" sx={{ display: 'flex', pt: '1px' }}>
          <StatusIcon icon={icon} tone={tone} label={label} />
        </Box>
        <Box component="span" sx={{ flex: 1, minWidth: 0, display: 'block' }}>
          <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
            <MiddleEllipsis text={name} />
            {marks}
            <Box
              component="span"
              sx={{ ml: 'auto', pl: 1, fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}
            >
              {aside}
            </Box>
          </Box>
          {cause !== '' && (
            <Box
              component="span"
              sx={{ display: 'block', fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}
            >
              <CutText text={cause} cutFrom={THREE_LINES} lines={3} isInFocusable />
            </Box>
          )}
        </Box>
      </Box>
    </Tooltip>
  </Box>
);
