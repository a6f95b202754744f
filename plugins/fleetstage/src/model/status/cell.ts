/** Cells differ in shape, so that colour is never alone. */
export type CellShape = 'filled' | 'half' | 'cross' | 'bang' | 'dash' | 'outline' | 'dot';
