import { themes } from '@backstage/theme';
import { decomposeColor, getContrastRatio, type Theme } from '@mui/material/styles';
import { statusTone, type Tone } from './tone';

const TONES: readonly Tone[] = ['success', 'info', 'warning', 'error', 'neutral'];

/** The colour that a translucent one makes on a background. */
function over(colour: string, background: string, opacity = 1): string {
  const top = decomposeColor(colour);
  const below = decomposeColor(background);
  const alpha = (top.values[3] ?? 1) * opacity;
  const mixed = [0, 1, 2].map(i => Math.round(top.values[i] * alpha + below.values[i] * (1 - alpha)));
  return `rgb(${mixed.join(', ')})`;
}

describe.each([
  ['light', themes.light],
  ['dark', themes.dark],
])("Backstage's %s theme", (_, unified) => {
  const theme = unified.getTheme('v5') as Theme;
  const { paper, default: page } = theme.palette.background;

  it.each(TONES.flatMap(tone => [paper, page].map(below => ({ tone, below }))))(
    '$tone on $below: text 4.5:1 and icons 3:1 on their surface',
    ({ tone, below }) => {
      const { text, icon, surface } = statusTone(theme, tone);
      const under = over(surface, below);
      expect(getContrastRatio(over(text, under), under)).toBeGreaterThanOrEqual(4.5);
      expect(getContrastRatio(over(icon, under), under)).toBeGreaterThanOrEqual(3);
    },
  );

  it('the quiet cell of an updated cluster is 3:1 on paper', () => {
    const { icon } = statusTone(theme, 'success');
    expect(getContrastRatio(over(icon, paper, 0.78), paper)).toBeGreaterThanOrEqual(3);
  });
});
