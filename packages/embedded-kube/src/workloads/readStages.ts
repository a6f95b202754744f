import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { besideSources } from '../besideSources';
import type { NodeSizes } from './nodes';
import type { Stage } from './stage';

/** The data beside these sources, read once when the simulation starts. */
function readYaml(name: string): unknown {
  return parse(readFileSync(besideSources('workloads', 'stages', `${name}.yaml`), 'utf8'));
}

/** `apiVersion/kind` → its stages, in the order in which they are tried. */
export function readStages(): ReadonlyMap<string, readonly Stage[]> {
  const stages = ['pod', 'service', 'event'].flatMap(name => readYaml(name) as readonly Stage[]);
  return new Map(stages.map(({ on }) => [on, stages.filter(stage => stage.on === on)]));
}

export const readNodeSizes = (): NodeSizes => readYaml('nodes') as NodeSizes;
