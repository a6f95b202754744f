/** A list as an API server answers it under `url`, items that say their kind. */
export function listAnswer(url: string, items: readonly unknown[], resourceVersion = '10') {
  const [, , first, second] = url.split('?', 1)[0].split('/');
  const apiVersion = url.startsWith('/apis/') ? `${first}/${second}` : first;
  return { apiVersion, kind: 'List', metadata: { resourceVersion }, items };
}
