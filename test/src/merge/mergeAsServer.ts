/* eslint-disable @backstage/no-forbidden-package-imports -- the embedded server's own merge, without the server */
import { planMerge } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { kindOf, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { applyMergePatch } from '@fleetstage/embedded-kube/src/api/patch/merge';
import { applyStrategicMergePatch } from '@fleetstage/embedded-kube/src/api/patch/strategic';
import { builtinTypes } from '@fleetstage/embedded-kube/src/schema/builtin';
import { mergedPart, type MergeCase } from './cases';

const NOTE = 'kubernetes-fleet.io/last-applied-configuration';

const withNote = (object: KubeObject, note: string): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, [NOTE]: note } },
});

/** The patch that the applier would send. */
export function patchOf({ before, last, wanted }: Merging) {
  const live = last === undefined ? before : withNote(before, JSON.stringify(last));
  return planMerge({ manifest: kindOf(wanted), body: withNote(wanted, JSON.stringify(wanted)), live });
}

type Merging = Omit<MergeCase, 'after' | 'seed'>;

function typeOf(object: KubeObject) {
  const { group, version, kind } = kindOf(object);
  return builtinTypes().find(row => row.group === group && row.version === version && row.kind === kind);
}

function patched({ before, ...one }: Merging): KubeObject {
  const { type, body } = patchOf({ before, ...one });
  const known = typeOf(one.wanted);
  return (
    type === 'merge' || known === undefined
      ? applyMergePatch(before, body)
      : applyStrategicMergePatch(before, body, known)
  ) as KubeObject;
}

/** What the embedded API server makes of it, without defaults; and of the same once more. */
export function mergeTwice(one: Merging): { readonly once: KubeObject; readonly twice: KubeObject } {
  const once = mergedPart(patched(one));
  return { once, twice: mergedPart(patched({ before: once, last: one.wanted, wanted: one.wanted })) };
}

/** What an API server makes of it: its own merge, then its defaults. */
export function mergeAsServer(one: Merging): KubeObject {
  const merged = patched(one);
  const known = typeOf(one.wanted);
  if (known === undefined) return mergedPart(merged);
  const how = { live: one.before as never, isConverted: true };
  const { object } = known.admission.prepare(merged as never, 'Ignore' as never, how);
  return mergedPart((known.admission.toStored?.(object) ?? object) as unknown as KubeObject);
}
