export type NameFault = 'empty' | 'long' | 'characters' | 'ends';

/** Approval requests and labels carry the run's name, so it keeps to what a label value may hold. */
const MAX_LENGTH = 63;

/** What the API server would refuse, shown while the name is typed. */
export function checkRunName(name: string): NameFault | undefined {
  if (name === '') return 'empty';
  if (name.length > MAX_LENGTH) return 'long';
  if (!/^[a-z0-9.-]+$/.test(name)) return 'characters';
  return name.split('.').every(part => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(part)) ? undefined : 'ends';
}
