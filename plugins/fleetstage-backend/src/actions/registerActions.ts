import type { ActionDeps } from './actionDeps';
import { registerGateActions } from './gateActions';
import { registerPlacementActions } from './placementActions';
import { registerRunActions } from './runActions';
import { registerWaitForRun } from './waitForRun';

/**
 * What templates of the scaffolder and assistants (MCP) may ask for, where `backend.actions.pluginSources` names `fleetstage`.
 * Everybody sees them who may see the fleet; what somebody may do is decided as on the pages.
 */
export function registerActions(deps: ActionDeps): void {
  registerPlacementActions(deps);
  registerRunActions(deps);
  registerGateActions(deps);
  registerWaitForRun(deps);
}
