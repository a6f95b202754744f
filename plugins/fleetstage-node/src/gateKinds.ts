import { createExtensionPoint } from '@backstage/backend-plugin-api';
import type { GatePlugin } from '@fleetstage/backstage-plugin-fleetstage-engine';

export interface GateKindsExtensionPoint {
  /**
   * Adds a gate kind that strategies name in their annotation `fleetstage.io/gates`.
   *
   * @throws at start-up where the name is taken or is none, or a part is missing
   */
  addGateKind<Config>(kind: GatePlugin<Config>): void;
}

/**
 * Where a module adds its own gate kinds, beside approvals and timed waits. They are pure functions: no clock, no chance, no
 * requests. A gate kind that fails holds the gate it was asked about, is named there, and is asked again after a minute.
 */
export const gateKindsExtensionPoint = createExtensionPoint<GateKindsExtensionPoint>({
  id: 'fleetstage.gateKinds',
});
