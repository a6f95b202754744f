import type { SequenceStage } from '@fleetstage/backstage-plugin-fleetstage-common';

const MAX_NAME = 63;

/**
 * The stages with a last one, without selector, for each fleet that lacks it (E/RV-003, D/LM-002): the editor offers it. It
 * comes right behind the last stage of its fleet, and does not soak unless somebody says so.
 *
 *     testing | production canary=true | staging → testing | production canary=true | production-others | staging
 */
export function addCatchAlls(stages: readonly SequenceStage[]): readonly SequenceStage[] {
  const names = new Set(stages.map(({ name }) => name));
  return stages.flatMap((stage, index) => [
    stage,
    ...stage.fleets
      .filter(fleet => isLastOf(stages, fleet, index) && lacksCatchAll(stages, fleet))
      .map((fleet): SequenceStage => ({ name: freeName(fleet, names), fleets: [fleet] })),
  ]);
}

/** Stages with a selector take some of its clusters, and no stage takes the others. */
export const lacksCatchAll = (stages: readonly SequenceStage[], fleet: string) =>
  stages.some(({ fleets }) => fleets.includes(fleet)) &&
  !stages.some(({ fleets, clusterSelector }) => fleets.includes(fleet) && clusterSelector === undefined);

const isLastOf = (stages: readonly SequenceStage[], fleet: string, index: number) =>
  !stages.slice(index + 1).some(({ fleets }) => fleets.includes(fleet));

function freeName(fleet: string, names: Set<string>): string {
  for (let repetition = 1; ; repetition++) {
    const ending = repetition === 1 ? '-others' : `-others-${repetition}`;
    const name = `${fleet.slice(0, MAX_NAME - ending.length)}${ending}`;
    if (names.has(name)) continue;
    names.add(name);
    return name;
  }
}
