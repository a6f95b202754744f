import { NOW } from '../fixtures';

/** So many minutes before the pictures are taken. */
export function ago(minutes: number): string {
  return new Date(Date.parse(NOW) - minutes * 60_000).toISOString().replace('.000Z', 'Z');
}

/** So many minutes after the pictures are taken. */
export function ahead(minutes: number): string {
  return ago(-minutes);
}
