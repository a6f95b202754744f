import { spawnSync } from 'node:child_process';
import { besideSources } from './besideSources';
import { runBuildScript } from './runBuildScript';

const BUILD_SCRIPT = besideSources('../../kube-assets/build.mjs');

/**
 * Returns the folder with etcd, kube-apiserver, kube-controller-manager, kubectl and kwok; builds it where it is
 * missing (about ten minutes, once). `KUBEBUILDER_ASSETS` names a folder to use as it is.
 */
export const ensureKubeAssets = (): Promise<string> => runBuildScript(BUILD_SCRIPT);

/** Says why this machine cannot run real control planes; `undefined` when it can. For `describe` to choose by. */
export function explainMissingKubeAssets(): string | undefined {
  const check = spawnSync(process.execPath, [BUILD_SCRIPT, '--check'], { encoding: 'utf8' });
  return check.status === 0 ? undefined : check.stderr.trim();
}
