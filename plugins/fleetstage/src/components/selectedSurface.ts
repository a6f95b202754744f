import { alpha, type Theme } from '@mui/material/styles';

/** Ground of what is chosen: a breath of the primary colour, on which secondary text stays readable in both modes. */
export const selectedSurface = ({ palette }: Theme): string =>
  alpha(palette.primary.main, palette.mode === 'dark' ? 0.16 : 0.08);
