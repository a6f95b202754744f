/**
 * Filters of a list: states that ask the same of a reader, by the name of their chip. Groups may share states.
 */
export function stateGroups<Group extends string, State extends string>(
  groups: Readonly<Record<Group, readonly State[]>>,
) {
  const isGroup = (text: string): text is Group => Object.hasOwn(groups, text);
  return {
    names: Object.keys(groups).filter(isGroup),
    isGroup,
    /** The `state` of a request: groups become codes; a code stays, so links from elsewhere may name one. */
    codes(value: string): string | undefined {
      const words = value.split(',').filter(Boolean);
      const codes = words.flatMap((word): readonly string[] => (isGroup(word) ? groups[word] : [word]));
      return codes.length === 0 ? undefined : [...new Set(codes)].join(',');
    },
  };
}
