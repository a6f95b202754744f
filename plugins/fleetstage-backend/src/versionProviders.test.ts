import { createBackendModule } from '@backstage/backend-plugin-api';
import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { versionProvidersExtensionPoint } from '@fleetstage/backstage-plugin-fleetstage-node';
import { eventually } from './__testUtils__/eventually';
import { trialOfModules } from './__testUtils__/moduleTrial';
import { aMemberObject } from './__testUtils__/objects';
import { TestProvider } from './__testUtils__/TestProvider';

const moduleWith = (...providers: TestProvider[]) =>
  createBackendModule({
    pluginId: 'fleetstage',
    moduleId: 'clouds',
    register(env) {
      env.registerInit({
        deps: { versions: versionProvidersExtensionPoint },
        init: async ({ versions }) => providers.forEach(one => versions.addProvider(one)),
      });
    },
  });

const aProvider = (name: string) => new TestProvider(name, () => instant(Date.now()));

describe('version providers that modules add (D/PRV-001)', () => {
  const trial = trialOfModules();

  it('are followed, and asked for the cluster of a MemberCluster', async () => {
    const gke = aProvider('gke');
    gke.clusters.set('europe/c1', { name: 'c1', version: 'v1.33.4' });
    trial.fleet.put(aMemberObject('c1'));
    await trial.start(moduleWith(gke));
    await eventually(
      async () => gke.calls,
      calls => calls.includes('watch') && calls.includes('state europe/c1'),
      30_000,
    );
    const version = () =>
      trial.fleet.find('MemberVersion', 'c1')?.status as { controlPlane?: object } | undefined;
    const status = await eventually(
      async () => version(),
      found => found?.controlPlane !== undefined,
      30_000,
    );
    expect(status).toMatchObject({
      ...{ provider: 'gke', providerRef: 'gke/europe/c1' },
      controlPlane: { version: 'v1.33.4', upgrading: false },
    });
  });

  it('cannot have the same name: the backend does not start, and says which', async () => {
    await expect(trial.start(moduleWith(aProvider('gke'), aProvider('gke')))).rejects.toThrow(
      /the version provider gke was added twice/,
    );
  });
});
