/** The note in which client-side apply keeps what it applied last; kubectl's own server-side apply keeps it true. */
import type { KubeObject } from '../../contracts';
import { toGoJson } from '../../schema/fieldErrors';

const NOTE = 'kubectl.kubernetes.io/last-applied-configuration';
/** Annotations may not be larger; without the note the next client-side apply starts anew. */
const MAX_BYTES = 256 * 1024;

/** Another field manager than `kubectl` leaves the note alone, and nobody starts one. */
export function syncLastApplied(
  next: KubeObject,
  { body, manager }: { body: KubeObject; manager: string },
): KubeObject {
  if (manager !== 'kubectl' || !next.metadata?.annotations?.[NOTE]) return next;
  const { annotations = {}, ...metadata } = body.metadata;
  const { [NOTE]: _old, ...others } = annotations;
  const kept = Object.keys(others).length > 0 ? { annotations: others } : {};
  const text = `${toGoJson({ ...body, metadata: { ...metadata, ...kept } })}\n`;
  const { [NOTE]: _note, ...rest } = next.metadata.annotations;
  const fits = Buffer.byteLength(text) <= MAX_BYTES;
  return { ...next, metadata: { ...next.metadata, annotations: fits ? { ...rest, [NOTE]: text } : rest } };
}
