import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { z, type ZodType } from 'zod';

/** Parts that several documents have. Objects are loose: a field that is not listed is kept. */

/** Milliseconds since 1970. */
export const moment = z.number() as unknown as ZodType<Instant>;

export const texts = z.array(z.string());

export const textByKey = z.record(z.string(), z.string());

/** An object of the Kubernetes API or of ours that was parsed at the border: its own version says what it is. */
export const apiObject = <T extends object>(): ZodType<T> => z.looseObject({}) as unknown as ZodType<T>;

/** Says of `schema` what the compiler cannot read out of it: unions of texts that a plugin may add to, for instance. */
export const shapeOf = <T>(schema: ZodType): ZodType<T> => schema as ZodType<T>;

export const identifier = z.looseObject({
  group: z.string().optional(),
  version: z.string(),
  kind: z.string(),
  name: z.string(),
  namespace: z.string().optional(),
});

/** An object of a member, as `ManifestIdentity` names it. */
export const manifestIdentity = z.looseObject({
  group: z.string(),
  version: z.string(),
  kind: z.string(),
  namespace: z.string().optional(),
  name: z.string(),
});
