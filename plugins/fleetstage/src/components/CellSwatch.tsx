import { useTheme } from '@mui/material/styles';
import { CELL, drawCells } from '../model/cells';
import type { CellShape } from '../model/status/cell';
import type { Tone } from '../model/status/tone';
import { CellLooks } from './CellLooks';

/** One cell, for legends. */
export const CellSwatch = ({ shape, tone }: { shape: CellShape; tone: Tone }) => {
  const theme = useTheme();
  return (
    <svg width={CELL} height={CELL} aria-hidden focusable="false" style={{ display: 'block', flex: 'none' }}>
      <CellLooks paths={drawCells([{ name: '', shape, tone }], 1)} theme={theme} />
    </svg>
  );
};
