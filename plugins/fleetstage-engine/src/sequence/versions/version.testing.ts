import { parseVersion, type KubeVersion } from './version';

/** A version of a text that has one. */
export function aVersion(text: string): KubeVersion {
  const parsed = parseVersion(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}
