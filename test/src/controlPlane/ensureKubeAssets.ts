import { spawn, spawnSync } from 'node:child_process';
import { besideSources } from './besideSources';

/** In its own process: it is plain ESM, which a test runner's module system does not load. */
const BUILD_SCRIPT = besideSources('../../kube-assets/build.mjs');

/**
 * Returns the folder with etcd, kube-apiserver, kube-controller-manager, kubectl and kwok; builds it where it is
 * missing (about ten minutes, once). `KUBEBUILDER_ASSETS` names a folder to use as it is.
 */
export function ensureKubeAssets(): Promise<string> {
  return new Promise((done, fail) => {
    const build = spawn(process.execPath, [BUILD_SCRIPT], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    build.stdout.setEncoding('utf8').on('data', chunk => {
      stdout += chunk;
    });
    build.stderr.setEncoding('utf8').on('data', chunk => {
      stderr += chunk;
      process.stderr.write(chunk);
    });
    build.on('error', fail);
    build.on('close', code => {
      const folder = stdout.trim().split('\n').pop();
      if (code === 0 && folder) done(folder);
      else fail(new Error(stderr.trim()));
    });
  });
}

/** Says why this machine cannot run real control planes; `undefined` when it can. For `describe` to choose by. */
export function explainMissingKubeAssets(): string | undefined {
  const check = spawnSync(process.execPath, [BUILD_SCRIPT, '--check'], { encoding: 'utf8' });
  return check.status === 0 ? undefined : check.stderr.trim();
}
