import type { OverrideSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { InputError } from '@backstage/errors';
import { z } from 'zod';
import { overrideTarget, UNNAMED } from './overrideTarget';

const labels = z.object({
  matchLabels: z.record(z.string(), z.string()).optional(),
  matchExpressions: z
    .array(
      z.object({
        key: z.string(),
        operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
        values: z.array(z.string()).nullish(),
      }),
    )
    .optional(),
});

const rule = z.object({
  clusterSelector: z
    .object({ clusterSelectorTerms: z.array(z.object({ labelSelector: labels.optional() })).max(10) })
    .optional(),
  overrideType: z.enum(['JSONPatch', 'Delete']).optional(),
  jsonPatchOverrides: z
    .array(z.object({ op: z.enum(['add', 'remove', 'replace']), path: z.string(), value: z.unknown() }))
    .max(20)
    .optional(),
});

const object = z.object({ group: z.string(), version: z.string(), kind: z.string(), name: z.string() });

/** What a match reads of a draft; only the hub judges all of it. */
const draft = z.object({
  placement: z
    .object({ name: z.string().max(253), scope: z.enum(['Cluster', 'Namespaced']).optional() })
    .optional(),
  clusterResourceSelectors: z.array(object).max(20).optional(),
  resourceSelectors: z.array(object).max(20).optional(),
  policy: z.object({ overrideRules: z.array(rule).max(20) }),
});

/**
 * A draft as a snapshot of it would be.
 *
 * @throws InputError, by the first field that cannot be read
 */
export function readDraft(scope: string, spec: unknown): OverrideSnapshot {
  const { kind, namespace } = overrideTarget({ scope, name: UNNAMED });
  const parsed = draft.safeParse(spec);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0];
    throw new InputError(
      `spec${path.map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')} cannot be read: ${message}`,
    );
  }
  const { clusterResourceSelectors = [], resourceSelectors = [], ...rest } = parsed.data;
  const own = { name: `${UNNAMED}-0`, hash: '' };
  // `null` is what YAML has for an empty list of values.
  const readable = JSON.parse(JSON.stringify(rest), (key, value) =>
    key === 'values' && value === null ? undefined : value,
  );
  return kind === 'ClusterResourceOverride'
    ? { ...own, kind: 'ClusterResourceOverrideSnapshot', spec: { ...readable, clusterResourceSelectors } }
    : {
        ...own,
        kind: 'ResourceOverrideSnapshot',
        namespace: namespace!,
        spec: { ...readable, resourceSelectors },
      };
}
