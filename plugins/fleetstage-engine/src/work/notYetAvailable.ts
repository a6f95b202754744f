/** What a condition on the hub says in front of what is the matter, on push and on pull members alike. */
export const NOT_YET_AVAILABLE = 'Manifest is not yet available: ';
