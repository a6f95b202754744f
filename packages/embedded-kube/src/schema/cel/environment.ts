import { Environment } from '@marcbachmann/cel-js';
import { CelObject, isSameValue } from './celValues';
import { registerFormatFunctions } from './formatFunctions';
import { registerListFunctions } from './listFunctions';
import { registerMacros } from './macroFunctions';
import { registerNetworkFunctions } from './networkFunctions';
import { registerQuantityFunctions } from './quantityFunctions';
import { registerTextFunctions } from './textFunctions';
import { registerVersionFunctions } from './versionFunctions';

function createEnvironment(): Environment {
  const environment = new Environment({
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
    // Rules of definitions nest deeper than the language asks an implementation to bear.
    limits: { maxAstNodes: 20_000, maxDepth: 500, maxListElements: 10_000 },
  });
  environment.registerType('Object', CelObject);
  // Unequal comes with equal.
  environment.registerOperator('Object == Object', (a: CelObject, b: CelObject) => isSameValue(a, b));
  registerQuantityFunctions(environment);
  registerTextFunctions(environment);
  registerListFunctions(environment);
  registerNetworkFunctions(environment);
  registerFormatFunctions(environment);
  registerVersionFunctions(environment);
  registerMacros(environment);
  return environment;
}

/** Whether a rule sees the old value as it is, or as a value that may be missing. */
export type OldSelf = 'value' | 'optional';

const TYPES: Readonly<Record<OldSelf, string>> = { value: 'dyn', optional: 'optional<dyn>' };
const shared = new Map<OldSelf, Environment>();

/** Where rules are compiled: `self` and `oldSelf` of any type, with Kubernetes' functions. */
export function ruleEnvironment(oldSelf: OldSelf = 'value'): Environment {
  let environment = shared.get(oldSelf);
  if (!environment) {
    environment = createEnvironment()
      .registerVariable('self', 'dyn')
      .registerVariable('oldSelf', TYPES[oldSelf]);
    shared.set(oldSelf, environment);
  }
  return environment;
}
