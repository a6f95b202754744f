import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  renderPlainWork,
  renderWork,
  toOwnerReference,
  type OwnReference,
  type RenderOptions,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-engine';

/** For an agent, which applies the Works of the hub one by one. */
export interface HubWork {
  /** Its name, also that of the AppliedWork, which has no parts; its manifests are applied as they are. */
  readonly work?: string;
  /** Names of all Works that the hub has for the cluster. */
  readonly works?: ReadonlySet<string>;
}

const NO_PARTS: ReadonlySet<string> = new Set();

/** The reference that objects get, and what is known of other AppliedWorks beside it. */
export const ownerOf = (
  { work, works }: HubWork,
  own: Parameters<typeof toOwnerReference>[0],
): OwnReference => ({
  ...toOwnerReference(own),
  ...(work !== undefined && { parts: NO_PARTS }),
  ...(works && { works }),
});

const rendered = new WeakMap<readonly KubeObject[], Map<string, Work>>();

interface Rendering extends RenderOptions, Pick<HubWork, 'work'> {
  readonly placement: string;
  readonly manifests: readonly KubeObject[];
}

/** Rendering hashes every manifest; a placement on a thousand clusters pays for it once. */
export function renderOnce({ placement, manifests, work: name, ...options }: Rendering): Work {
  const byPlacement = rendered.get(manifests) ?? new Map<string, Work>();
  const work =
    byPlacement.get(placement) ??
    (name === undefined ? renderWork(placement, manifests, options) : renderPlainWork(name, manifests));
  rendered.set(manifests, byPlacement.set(placement, work));
  return work;
}
