/** A select of the height of a search field; the class names of the library differ between portals. */
export const smallSelect = { 'fontSize': 13, '& > [role="combobox"]': { py: 0.75 } } as const;
