import type { KubeObject } from '../../contracts';
import { nothing, type Controller } from '../decision';
import { isLeaving, type Claim } from '../objects';

const DEFAULT_CLASS = 'standard';

/** Gives a claim a volume of the size it asks for. */
export const decideClaim: Controller = (object, view) => {
  const claim = object as Claim;
  if (isLeaving(claim) || claim.status?.phase === 'Bound') return nothing;
  const volume = `pvc-${claim.metadata.uid}`;
  if (claim.spec.volumeName === undefined) {
    const annotations = {
      ...claim.metadata.annotations,
      'pv.kubernetes.io/bind-completed': 'yes',
      'pv.kubernetes.io/bound-by-controller': 'yes',
    };
    const bound = {
      ...claim,
      metadata: { ...claim.metadata, annotations },
      spec: { ...claim.spec, volumeName: volume },
    };
    const isThere = view.find('PersistentVolume', undefined, volume) !== undefined;
    const update = { kind: 'update', object: bound } as const;
    return { writes: isThere ? [update] : [{ kind: 'create', object: renderVolume(claim, volume) }, update] };
  }
  const status = {
    phase: 'Bound',
    ...(claim.spec.accessModes && { accessModes: claim.spec.accessModes }),
    ...(claim.spec.resources?.requests && { capacity: { storage: claim.spec.resources.requests.storage } }),
  };
  return { writes: [{ kind: 'updateStatus', object: { ...claim, status } }] };
};

function renderVolume(claim: Claim, name: string): KubeObject {
  const { metadata, spec } = claim;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      capacity: { storage: spec.resources?.requests?.storage ?? '1Gi' },
      accessModes: spec.accessModes ?? ['ReadWriteOnce'],
      volumeMode: spec.volumeMode ?? 'Filesystem',
      persistentVolumeReclaimPolicy: 'Delete',
      storageClassName: spec.storageClassName ?? DEFAULT_CLASS,
      claimRef: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        namespace: metadata.namespace,
        name: metadata.name,
        uid: metadata.uid,
      },
      hostPath: { path: `/var/simulated/${name}`, type: '' },
    },
  };
}
