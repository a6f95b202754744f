import type { QueueSpec } from '../../loop/QueueWorker';
import { effectSpec, type LoopDeps } from '../../loop/runWorkers';
import type { Settings } from '../../settings';
import { listVersions } from './listVersions';
import { observeVersions } from './observeVersions';
import type { VersionProviderSource } from './providerFailure';
import { startUpgrades } from './startUpgrades';
import { providerTimeoutMs } from './withinTime';

interface VersionEffectsDeps {
  readonly settings: Settings;
  readonly providers: VersionProviderSource;
}

/** What providers of versions are asked. */
export function versionEffects(
  loop: LoopDeps,
  { settings, providers }: VersionEffectsDeps,
  limits: Parameters<typeof effectSpec>[2],
): QueueSpec[] {
  const { clock, timers, jitter } = loop.ports;
  const { holdWorkloads } = settings.sequences;
  const deps = { providers, clock, timers, timeoutMs: providerTimeoutMs(settings) };
  return [
    effectSpec(loop, observeVersions({ ...deps, jitter, holdWorkloads }), limits),
    effectSpec(loop, startUpgrades(deps), limits),
    effectSpec(loop, listVersions({ ...deps, catalogs: settings.sequences.catalogs }), limits),
  ];
}
