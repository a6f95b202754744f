interface Element {
  /** As the layout writes it. */
  readonly layout: string;
  readonly pattern: RegExp;
  readonly isInRange?: (text: string) => boolean;
  /** `day` in `day out of range`. */
  readonly name?: string;
}

const literal = (text: string): Element => ({
  layout: text,
  pattern: new RegExp(`^${text.replace('.', '\\.')}`),
});
const number = (layout: string, name: string, [least, most]: readonly [number, number]): Element => ({
  layout,
  pattern: new RegExp(`^\\d{${layout.length}}`),
  isInRange: text => Number(text) >= least && Number(text) <= most,
  name,
});

const MOMENT: readonly Element[] = [
  number('2006', 'year', [0, 9999]),
  literal('-'),
  number('01', 'month', [1, 12]),
  literal('-'),
  number('02', 'day', [1, 31]),
  literal('T'),
  number('15', 'hour', [0, 23]),
  literal(':'),
  number('04', 'minute', [0, 59]),
  literal(':'),
  number('05', 'second', [0, 59]),
];
const ZONE: Element = { layout: 'Z07:00', pattern: /^(Z|[+-]\d\d:\d\d)/ };
const LAYOUTS = {
  // Go takes a fraction of a second also where the layout has none.
  second: [...MOMENT, { layout: '', pattern: /^([.,]\d+)?/ }, ZONE],
  microsecond: [...MOMENT, { layout: '.000000', pattern: /^[.,]\d{6}(?!\d)/ }, ZONE],
};
const WHOLE = { second: '2006-01-02T15:04:05Z07:00', microsecond: '2006-01-02T15:04:05.000000Z07:00' };

/** What Go says of a text that is no time in the layout of its type; `undefined` where it is one. */
export function explainTime(text: string, unit: 'second' | 'microsecond'): string | undefined {
  const refuse = (why: string) => `parsing time ${JSON.stringify(text)}${why}`;
  let rest = text;
  for (const { layout, pattern, isInRange, name } of LAYOUTS[unit]) {
    const found = pattern.exec(rest)?.[0];
    if (found === undefined)
      return refuse(
        ` as ${JSON.stringify(WHOLE[unit])}: cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(layout)}`,
      );
    if (isInRange && !isInRange(found)) return refuse(`: ${name} out of range`);
    rest = rest.slice(found.length);
  }
  if (rest !== '') return refuse(`: extra text: ${JSON.stringify(rest)}`);
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  return day > new Date(Date.UTC(year, month, 0)).getUTCDate() ? refuse(': day out of range') : undefined;
}
