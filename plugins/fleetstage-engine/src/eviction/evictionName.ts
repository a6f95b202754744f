const LONGEST_NAME = 63;
const ID_CHARS = 8;

/** `web-member-1-3f2a9c01`, cut before the last part, which begins `id`: a random one, so that each eviction has its name. */
export function evictionName(placement: string, cluster: string, id: string): string {
  const readable = `${placement}-${cluster}`.slice(0, LONGEST_NAME - ID_CHARS - 1).replace(/[-.]+$/, '');
  return `${readable}-${id.slice(0, ID_CHARS)}`;
}
