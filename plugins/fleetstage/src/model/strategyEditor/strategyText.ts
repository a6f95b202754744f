import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isMap, isSeq, parseDocument, type Document, type Node, type YAMLSeq } from 'yaml';
import {
  editText,
  readText,
  VERSIONS,
  type AcceptedKinds,
  type FieldPath,
  type ReadText,
} from '../placementEditor/placementText';
import { quoteRisky, toYaml } from '../yaml';

export const KIND = 'ClusterStagedUpdateStrategy';
export const NAMESPACED_KIND = 'StagedUpdateStrategy';
const STRATEGIES: AcceptedKinds = { kinds: [KIND, NAMESPACED_KIND], versions: VERSIONS };

/** The document as a strategy, or the lines that cannot be read. */
export const readStrategyText = (text: string): ReadText => readText(text, STRATEGIES);

/** A text for a strategy that nobody has created: one stage of every cluster. */
export const newStrategyText = (): string =>
  toYaml({
    apiVersion: VERSIONS[0],
    kind: KIND,
    metadata: { name: '' },
    spec: { stages: [{ name: '', labelSelector: {}, maxConcurrency: 1 }] },
  });

/** The text of a copy: the same stages under a name that nobody has. */
export const copyText = (text: string, name: string): string => editText(text, ['metadata', 'name'], name);

/**
 * The text with an item of the list at another position; its comments go with it.
 *
 *     [a, b, c], 0 → 2  gives  [b, c, a]
 */
export function moveItem(text: string, path: FieldPath, from: number, to: number): string {
  return changeList(text, path, (items, list) => {
    if (to < 0 || to >= items.length || from === to) return;
    holdComment(list);
    const [item] = items.splice(from, 1);
    if (item !== undefined) items.splice(to, 0, item);
  });
}

/** The text with the stage twice, the second one under a name that is free. */
export function duplicateStage(text: string, index: number): string {
  return changeList(text, STAGES, (items, _, document) => {
    const item = items[index];
    if (!isMap(item)) return;
    const names = items.map(one => (isMap(one) ? String(one.get('name') ?? '') : ''));
    const copy = document.createNode(item.toJSON() as JsonObject);
    copy.setIn(['name'], document.createNode(freeName(names[index], names)));
    quoteRisky(copy);
    items.splice(index + 1, 0, copy);
  });
}

export const STAGES = ['spec', 'stages'] as const;

function changeList(
  text: string,
  path: FieldPath,
  change: (items: unknown[], list: YAMLSeq, document: Document) => void,
): string {
  const document = parseDocument(text);
  const list = document.getIn(path, true);
  if (!isSeq(list)) return text;
  change(list.items, list, document);
  return document.toString({ lineWidth: 0 });
}

/** A comment above the first item is kept at the list: it is the item's. */
function holdComment(list: YAMLSeq): void {
  const first = list.items[0] as Node | undefined;
  if (first === undefined || typeof list.commentBefore !== 'string') return;
  first.commentBefore = [list.commentBefore, first.commentBefore].filter(Boolean).join('\n');
  list.commentBefore = undefined;
}

const MAX_NAME = 63;

/** `canary` → `canary2`, which the others do not have: names of stages have letters and digits only. */
export function freeName(name: string, taken: readonly string[]): string {
  const stem = name.replace(/\d+$/, '') || 'stage';
  for (let n = 2; ; n += 1) {
    const suffix = String(n);
    const free = `${stem.slice(0, MAX_NAME - suffix.length)}${suffix}`;
    if (!taken.includes(free)) return free;
  }
}
