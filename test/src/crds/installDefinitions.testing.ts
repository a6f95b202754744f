import { eventually } from '../eventually';
import type { AskServer } from './askServer.testing';
import { generateCrds } from './generateCrds';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const ESTABLISHED = { type: 'Established', status: 'True' };

/** Creates every definition, and the namespace of the table, and waits until they are served. */
export async function installDefinitions(server: AskServer): Promise<void> {
  const crds = generateCrds().map(({ crd }) => crd);
  for (const crd of crds) {
    const { code, said } = await server.send('POST', DEFINITIONS, crd);
    if (code !== 201) throw new Error(`${crd.metadata.name}: ${said}`);
  }
  await server.ensureNamespace();
  for (const { metadata } of crds)
    await eventually(`${metadata.name} is served`, async () => {
      const { body } = await server.send('GET', `${DEFINITIONS}/${metadata.name}`, {});
      expect(body).toMatchObject({
        status: { conditions: expect.arrayContaining([expect.objectContaining(ESTABLISHED)]) },
      });
    });
}
