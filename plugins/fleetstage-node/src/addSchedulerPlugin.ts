import {
  verdictCodes,
  type FilterPlugin,
  type ScorePlugin,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Registry } from './registry';

/** Shown in statuses and on pages: a word, as KubeFleet's are. */
export const PLUGIN_NAME = /^[A-Za-z][A-Za-z0-9]{0,62}$/;

/** Conditions list phrases between commas. */
const PHRASE = /^[^\s,;:]+( [^\s,;:]+)*$/;

/** @throws where the filter or score cannot be one; the message names it and says what to write */
export function addSchedulerPlugin<P extends FilterPlugin | ScorePlugin>(
  registry: Registry<P>,
  plugin: P,
): void {
  const { name, prepare, reads } = plugin;
  if (!PLUGIN_NAME.test(name))
    throw new Error(
      `${JSON.stringify(name)} is no name of a scheduler plugin; use up to 63 letters and digits, e.g. MaintenanceWindow`,
    );
  if (typeof prepare !== 'function')
    throw new Error(
      `the scheduler plugin ${name} has no function prepare; it must return what is asked of each cluster`,
    );
  if (plugin.readsPicks)
    throw new Error(
      `the scheduler plugin ${name} sets readsPicks; leave it out, only topology spread may depend on picks`,
    );
  const lists = [reads?.labelKeys ?? [], reads?.properties ?? []];
  if (!lists.every(list => Array.isArray(list) && list.every(key => typeof key === 'string')))
    throw new Error(
      `reads of the scheduler plugin ${name} must list label keys and property names as texts; a change of them reschedules`,
    );
  if ('codes' in plugin) checkCodes(plugin);
  registry.add(plugin);
}

function checkCodes({ name, codes = {} }: FilterPlugin): void {
  for (const [code, entry] of Object.entries(codes)) {
    if (!PLUGIN_NAME.test(code))
      throw new Error(
        `${JSON.stringify(code)} in codes of the scheduler plugin ${name} is no code; use up to 63 letters and digits, e.g. InMaintenance`,
      );
    if (Object.hasOwn(verdictCodes, code))
      throw new Error(
        `${code} in codes of the scheduler plugin ${name} is one of Fleetstage's own; choose another code`,
      );
    if (typeof entry?.phrase !== 'string' || !PHRASE.test(entry.phrase))
      throw new Error(
        `codes.${code}.phrase of the scheduler plugin ${name} is none; write what is said of such clusters in a line without commas, e.g. "are in maintenance"`,
      );
  }
}
