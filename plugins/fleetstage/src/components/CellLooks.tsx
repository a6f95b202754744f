import type { Theme } from '@mui/material/styles';
import type { CellPaths } from '../model/cells';
import { statusTone } from '../model/status/tone';

/** Cells of one look after the other, in the theme's colours. */
export const CellLooks = ({ paths, theme }: { paths: readonly CellPaths[]; theme: Theme }) => (
  <>
    {paths.map(({ tone, shape, body, mark }) => {
      const colour = statusTone(theme, tone);
      const isOnBody = shape === 'cross' || shape === 'bang';
      const frame = shape === 'outline' || shape === 'dot' ? colour.border : colour.icon;
      return (
        <g key={`${shape} ${tone}`}>
          {shape === 'half' && <path d={mark} fill={colour.surface} />}
          {body && <path d={body} fill={colour.icon} fillOpacity={shape === 'filled' ? 0.78 : 1} />}
          {mark && (
            <path
              d={mark}
              fill="none"
              stroke={isOnBody ? theme.palette.background.paper : frame}
              strokeWidth={isOnBody ? 1.8 : 1.3}
            />
          )}
        </g>
      );
    })}
  </>
);
