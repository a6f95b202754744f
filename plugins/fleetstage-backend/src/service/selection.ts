import { NotAllowedError, ServiceUnavailableError } from '@backstage/errors';
import {
  canonicalJson,
  utf8Length,
  type KubeObject,
  type ResourceIdentifier,
  type ResourceSelectorTerm,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  envelopeOf,
  toIdentifier,
  type ExcludedObject,
  type Selection,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { MAX_EXCLUDED } from '../database/captureNotes';
import type { Tx } from '../database/db';
import type { HubKey } from '../database/keys';
import { loadObject } from '../database/mirrorStore';
import { loadResourceSnapshots } from '../database/snapshotStore';
import type { Schemas } from './contract';
import { placementTarget, UNNAMED, type PlacementTarget } from './commands/placementTarget';
import { hubSilence } from './HubWriter';
import { CLUSTER_SCOPE, checkHub, reading, stampOf, type QueryDeps } from './queryDeps';
import type { Viewer } from './viewer';

const MAX_SHOWN = 500;

type Asked = Schemas['PreviewSelectionRequest'] & { readonly hub?: string };
type Preview = Schemas['SelectionPreview'];

/**
 * What selectors would capture now, by the steps of a capture; nothing is written. Selectors that are not finished, or at
 * fault, are problems of the answer, not of the request: an editor asks while somebody types.
 *
 * @throws NotAllowedError for whoever could not place what is shown: names and sizes of Secrets are among it
 */
export async function previewSelection(deps: QueryDeps, asked: Asked, viewer: Viewer): Promise<Preview> {
  checkHub(deps, asked);
  const { scope = CLUSTER_SCOPE, name = UNNAMED } = asked;
  const target = placementTarget({ scope, name });
  await mustBePlacing(deps, viewer, target, asked.labels);
  const { namespace } = target;
  const unfinished = asked.selectors.flatMap(explainUnfinished);
  if (unfinished.length > 0) return { ...stampOf(deps), ...NOTHING, problems: unfinished };
  const selectors = asked.selectors.map(toTerm);
  const at = { name, ...(namespace !== undefined && { namespace }) };
  const held = await reading(deps, tx => loadHeld(tx, { hub: deps.hub, name: target.key }));
  const ask = (some: readonly ResourceSelectorTerm[]) =>
    deps.readSelection({ ...at, selectors: some, held }).catch(cause => {
      throw new ServiceUnavailableError(hubSilence(deps.hub, cause as Error));
    });
  const selected = await ask(selectors);
  return selected.ok
    ? { ...stampOf(deps), ...toPreview(selected.value) }
    : { ...stampOf(deps), ...NOTHING, problems: [{ message: selected.error }] };
}

/** As in a capture: what is placed already may stay where nothing of its kind is added. */
const loadHeld = async (tx: Tx, { hub, name }: HubKey) =>
  (await loadResourceSnapshots(tx, hub, name)).at(-1)?.identifiers ?? [];

/** One who may change the placement, or may create it where there is none; who may create it must cover it too. */
async function mustBePlacing(
  deps: QueryDeps,
  viewer: Viewer,
  target: PlacementTarget,
  wanted: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { hub } = deps;
  const { kind, namespace, name, key } = target;
  const at = { hub, kind, name, ...(namespace !== undefined && { namespace }) };
  const object = await reading(deps, tx => loadObject(tx, at));
  const labels = object ? (object.metadata.labels ?? {}) : wanted;
  const create = object ? undefined : viewer.mayCreatePlacement();
  const permit = create?.isAllowed === false ? create : viewer.mayUpdatePlacement({ hub, name: key, labels });
  if (!permit.isAllowed)
    throw new NotAllowedError(
      `You may not look at the objects of the hub here. ${permit.reason ?? ''}`.trim(),
    );
}

const NOTHING: Omit<Preview, 'asOf' | 'hub' | 'problems'> = {
  objects: 0,
  bytes: 0,
  resources: [],
  excluded: [],
  excludedCount: 0,
  warnings: [],
};

function explainUnfinished(
  { version, kind }: Asked['selectors'][number],
  selector: number,
): Schemas['SelectionNotice'][] {
  const missing = [
    ...(kind === undefined || kind === '' ? ['kind'] : []),
    ...(version === undefined || version === '' ? ['version'] : []),
  ];
  if (missing.length === 0) return [];
  return [{ message: `${missing.join(' and ')} of selector ${selector + 1}: missing`, selector }];
}

/** The shape was checked with the contract; what the API server would refuse in it, planning refuses. */
const toTerm = (selector: Asked['selectors'][number]) =>
  ({ ...selector, group: selector.group ?? '' }) as unknown as ResourceSelectorTerm;

function toPreview({ manifests, excluded, notices }: Selection): Omit<Preview, 'asOf' | 'hub'> {
  const sizes = manifests.map(manifest => utf8Length(canonicalJson(manifest)));
  return {
    objects: manifests.length,
    bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
    resources: manifests.slice(0, MAX_SHOWN).map((manifest, i) => ({
      ...toResource(toIdentifier(manifest)),
      bytes: sizes[i],
      ...envelopeFields(manifest),
    })),
    excluded: excluded.slice(0, MAX_EXCLUDED).map(toExcludedView),
    excludedCount: excluded.length,
    warnings: [...notices],
    problems: [],
  };
}

/** How many objects an envelope brings. */
export function envelopeFields(manifest: KubeObject): { isEnvelope?: true; entries?: number } {
  if (envelopeOf(manifest) === undefined) return {};
  return { isEnvelope: true, entries: Object.keys(manifest.data ?? {}).length };
}

export const toResource = ({
  group,
  version,
  kind,
  namespace,
  name,
}: ResourceIdentifier): Schemas['SelectedResource'] => ({
  ...(group && { group }),
  version,
  kind,
  ...(namespace !== undefined && { namespace }),
  name,
});

export const toExcludedView = ({
  reason,
  message,
  ...resource
}: ExcludedObject): Schemas['ExcludedResource'] => ({ ...toResource(resource), reason, message });
