import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { MODES, type Mode } from './useEditorMode';

interface ModeButtonsProps {
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly label: string;
  readonly wordsOf: (mode: Mode) => string;
}

/** Form, YAML or difference: three views of one text. */
export const ModeButtons = ({ mode, onMode, label, wordsOf }: ModeButtonsProps) => (
  <ToggleButtonGroup
    size="small"
    exclusive
    value={mode}
    onChange={(_, next: Mode | null) => next && onMode(next)}
    aria-label={label}
  >
    {MODES.map(one => (
      <ToggleButton key={one} value={one} sx={{ textTransform: 'none', px: 1.5, color: 'text.primary' }}>
        {wordsOf(one)}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);
