import type { Theme } from '@mui/material/styles';
import { selectedSurface } from './selectedSurface';

/** How rows look: styles of the table's own element, since one per cell takes a list as long as all that the cells show. */
export function rowStyles(isCompact: boolean, rowHeight: number, isPressable: boolean) {
  return {
    '& > tbody > tr[data-row]': {
      'height': rowHeight,
      ...(isPressable && { 'cursor': 'pointer', '&:hover': { backgroundColor: 'action.hover' } }),
      '&:focus-visible': {
        outline: ({ palette }: Theme) => `2px solid ${palette.primary.main}`,
        outlineOffset: '-2px',
      },
      '& > th, & > td': {
        fontWeight: 400,
        textAlign: 'left',
        px: 1.5,
        py: isCompact ? 0.25 : 0.75,
        ...(isCompact && { whiteSpace: 'nowrap' }),
        borderBottom: 1,
        borderColor: 'divider',
        verticalAlign: 'middle',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        overflowWrap: 'anywhere',
      },
      '& > th': { pl: 2 },
      '& > :last-child': { pr: 2 },
    },
    '& > tbody > tr[data-open]': { '& > th, & > td': { borderBottom: 0 } },
    '& > tbody > tr[data-row="selected"]': {
      'backgroundColor': selectedSurface,
      '&:hover': { backgroundColor: selectedSurface },
      '& > th': { boxShadow: ({ palette }: Theme) => `inset 3px 0 ${palette.primary.main}` },
    },
  } as const;
}
