/** Read out, not shown. */
export const visuallyHidden = {
  position: 'absolute',
  // With units: of `sx` a width of 1 is the whole width, and what is long reaches out of the page.
  width: '1px',
  height: '1px',
  margin: '-1px',
  padding: 0,
  border: 0,
  overflow: 'hidden',
  clip: 'rect(0 0 0 0)',
  whiteSpace: 'nowrap',
} as const;
