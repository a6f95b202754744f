/** Field manager of everything that we write on the hub. */
export const FIELD_MANAGER = 'fleetstage';
