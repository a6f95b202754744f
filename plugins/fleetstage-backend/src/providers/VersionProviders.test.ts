import { systemPorts } from '../loop/systemPorts';
import { TestProvider } from '../__testUtils__/TestProvider';
import { VersionProviders, type ProviderEntry, type VersionProvidersOptions } from './VersionProviders';

const entry = (name: string, more: Partial<ProviderEntry> = {}): ProviderEntry => ({
  ...{ name, type: 'clusterApi', nodeUpgrades: 'Held', copyLabels: [] },
  ...more,
});
const elsewhere = (name: string) => entry(name, { access: { kubeconfig: '/kc' } });
const added = (name: string) => new TestProvider(name, () => systemPorts.clock.now());

/** A client of which only its end is of interest. */
class TestClient {
  isClosed = false;
  async close() {
    this.isClosed = true;
  }
}

function compose(options: Partial<VersionProvidersOptions>) {
  const clients: TestClient[] = [];
  const hub = new TestClient();
  const open = async () => {
    const client = new TestClient();
    clients.push(client);
    return client as never;
  };
  const providers = new VersionProviders({
    ...{ configured: [], added: [], hub: async () => hub as never, connect: open, ports: systemPorts },
    ...options,
  });
  return { providers, clients, hub };
}

describe('the providers of versions (E/FL-007)', () => {
  it('are those of the configuration and those of modules', () => {
    const { providers } = compose({ configured: [entry('capi')], added: [added('gke')] });
    expect(providers.names()).toEqual(['capi', 'gke']);
  });

  it('cannot have one name twice', () => {
    expect(() => compose({ configured: [entry('gke')], added: [added('gke')] })).toThrow(
      'the version provider gke was added by a module and is in fleetstage.providers, too; rename one of them',
    );
  });

  it('are opened once, on the hub where no access is named', async () => {
    const { providers, clients, hub } = compose({ configured: [entry('capi'), elsewhere('other')] });
    expect(await providers.open('capi')).toBe(await providers.open('capi'));
    expect((await providers.open('other')).name).toBe('other');
    expect(await providers.open('other')).toBe(await providers.open('other'));
    expect(clients).toHaveLength(1);
    await providers.close();
    expect(clients[0].isClosed).toBe(true);
    expect(hub.isClosed).toBe(false);
  });

  it('are opened anew once their credentials were refused', async () => {
    const { providers, clients } = compose({ configured: [elsewhere('capi')] });
    await providers.open('capi');
    await providers.renew('capi');
    await providers.open('capi');
    expect(clients.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  it('D/PRV-012: what keeps one from being opened passes, and is tried again', async () => {
    const answers = [Promise.reject(new Error('no such file')), Promise.resolve(new TestClient() as never)];
    answers[0].catch(() => undefined);
    const connect = () => answers.shift()!;
    const { providers } = compose({ configured: [elsewhere('capi')], connect });
    await expect(providers.open('capi')).rejects.toMatchObject({
      ...{ name: 'VersionProviderError', kind: 'retryable' },
      message: 'the provider capi cannot be connected to: no such file',
    });
    expect((await providers.open('capi')).name).toBe('capi');
  });

  it('are not opened any more once they are closed, nor where none has the name', async () => {
    const { providers } = compose({ configured: [entry('capi')] });
    await expect(providers.open('gke')).rejects.toMatchObject({ kind: 'retryable' });
    await providers.close();
    await expect(providers.open('capi')).rejects.toThrow('the process stops');
  });

  it('E/FL-002: copy labels where their entry says so', () => {
    const configured = [entry('capi', { copyLabels: ['example.com/'] })];
    const { providers } = compose({ configured, added: [added('gke')] });
    expect(providers.copyLabels('capi')).toEqual(['example.com/']);
    expect(providers.copyLabels('gke')).toEqual([]);
  });
});
