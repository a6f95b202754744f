/** What a write names of the object that was shown: a change of its spec meanwhile is a conflict, one of its status is none. */
export const shownOf = ({
  resourceVersion,
  generation,
}: {
  readonly resourceVersion: string;
  readonly generation: number;
}) => ({ resourceVersion, generation });
