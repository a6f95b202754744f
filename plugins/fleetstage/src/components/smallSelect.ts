/** A select of the height of a search field, no wider than its line; the class names of the library differ between portals. */
export const smallSelect = {
  'fontSize': 13,
  'maxWidth': '100%',
  '& > [role="combobox"]': { py: 0.75 },
} as const;
