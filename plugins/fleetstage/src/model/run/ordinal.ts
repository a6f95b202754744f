const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

/** The rule that the words of a position follow: 1st, 2nd, 3rd, 4th. */
export function ordinal(position: number): 'one' | 'two' | 'few' | 'other' {
  const rule = ORDINALS.select(position);
  return rule === 'one' || rule === 'two' || rule === 'few' ? rule : 'other';
}
