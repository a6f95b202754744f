import { listNames } from '../listNames';
import { refName } from '../entityNames';

/** In place of the key of a label: clusters are counted by their owners. No label is called so. */
export const BY_OWNER = '~owner';

/** Owners as the backend joins them: `group:default/ops,user:default/ada` → `ops, ada` */
export const ownerNames = (refs: string) => listNames(refs.split(',').map(refName));

/** The same owners, whole. */
export const ownerRefs = (refs: string) => listNames(refs.split(','));
