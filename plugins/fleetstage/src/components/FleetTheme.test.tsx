import '@testing-library/jest-dom';
import { themes } from '@backstage/theme';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Tab from '@mui/material/Tab';
import { getContrastRatio, ThemeProvider, type Theme } from '@mui/material/styles';
import { render, screen } from '@testing-library/react';
import { keepStyles } from '../__testUtils__/styles';
import { statusTone } from '../model/status/tone';
import { FleetTheme } from './FleetTheme';

keepStyles();

const SEVERITIES = ['success', 'info', 'warning', 'error'] as const;

it.each((['light', 'dark'] as const).flatMap(mode => SEVERITIES.map(severity => ({ mode, severity }))))(
  'a band has the tone of a chip: $severity, $mode',
  ({ mode, severity }) => {
    const theme = themes[mode].getTheme('v5') as Theme;
    render(
      <ThemeProvider theme={theme}>
        <FleetTheme>
          <Alert severity={severity}>Words</Alert>
          <Alert severity={severity} variant="outlined">
            Words
          </Alert>
        </FleetTheme>
      </ThemeProvider>,
    );
    const { text, surface } = statusTone(theme, severity);
    for (const band of screen.getAllByRole('alert'))
      expect(band).toHaveStyle({ color: text, backgroundColor: surface });
  },
);

const PRESSED = {
  button: <Button variant="contained">part</Button>,
  icon: <IconButton>part</IconButton>,
  tab: <Tab label="part" />,
  item: <MenuItem>part</MenuItem>,
  link: <Link href="#run">part</Link>,
};

it.each((['light', 'dark'] as const).flatMap(mode => Object.keys(PRESSED).map(what => ({ mode, what }))))(
  'what the keyboard is at has a ring of 2 px, and none before: $what, $mode',
  ({ mode, what }) => {
    const theme = themes[mode].getTheme('v5') as Theme;
    render(
      <ThemeProvider theme={theme}>
        <FleetTheme>{PRESSED[what as keyof typeof PRESSED]}</FleetTheme>
      </ThemeProvider>,
    );
    const part = screen.getByText('part');
    expect(getComputedStyle(part).outlineStyle).not.toBe('solid');
    // The library's sign; jsdom does not report of every part whether its focus came by a key.
    part.classList.add('Mui-focusVisible');
    expect(part).toHaveStyle({ outline: `2px solid ${theme.palette.primary.main}` });
  },
);

it.each(['light', 'dark'] as const)('a button of danger has words of 4.5:1 (ui §9.5): %s', mode => {
  const theme = themes[mode].getTheme('v5') as Theme;
  render(
    <ThemeProvider theme={theme}>
      <FleetTheme>
        <Button variant="contained" color="error">
          Delete
        </Button>
      </FleetTheme>
    </ThemeProvider>,
  );
  const { color, backgroundColor } = getComputedStyle(screen.getByRole('button'));
  expect(getContrastRatio(color, backgroundColor)).toBeGreaterThanOrEqual(4.5);
});
