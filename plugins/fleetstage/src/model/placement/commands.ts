/** Shows a placement. */
export function placementCommands({
  scope,
  name,
}: {
  readonly scope: string;
  readonly name: string;
}): string {
  const kind = scope === '_' ? 'clusterresourceplacements' : 'resourceplacements';
  const place = scope === '_' ? '' : ` -n ${scope}`;
  return ['get', 'describe']
    .map(verb => `kubectl ${verb} ${kind} ${name}${place}${verb === 'get' ? ' -o yaml' : ''}`)
    .concat(`kubectl get ${kind} ${name}${place} -w`)
    .join('\n');
}

/** Deletes a placement. */
export const deleteCommand = ({ scope, name }: { readonly scope: string; readonly name: string }): string =>
  scope === '_' ? `kubectl delete crp ${name}` : `kubectl delete rp ${name} -n ${scope}`;

/** Shows a member of the fleet. */
export const memberCommands = (name: string) =>
  [`kubectl get memberclusters ${name} -o yaml`, `kubectl describe memberclusters ${name}`].join('\n');
