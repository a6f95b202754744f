import { startEmbeddedFleet, type EmbeddedFleet } from '@fleetstage/embedded-kube';
import { admissionRows } from './admissionRows.testing';
import { AskServer } from './askServer.testing';
import { describeAdmission } from './describeAdmission.testing';
import { installDefinitions } from './installDefinitions.testing';
import { ruleMessages } from './ruleMessages.testing';

jest.setTimeout(120_000);

let fleet: EmbeddedFleet;
let server: AskServer;

beforeAll(async () => {
  fleet = await startEmbeddedFleet({ members: 0, log: { info: () => {}, error: () => {} } });
  server = new AskServer({
    url: `${fleet.url}/clusters/hub`,
    caPem: fleet.caPem,
    token: fleet.token('hub'),
  });
  await installDefinitions(server);
});

afterAll(async () => {
  server?.close();
  await fleet?.stop();
});

// The same rows are played to a real server by crds.kube.test.ts.
describeAdmission(() => server);

it('every rule of the definitions is broken by a row of the table', async () => {
  const { refused, badChanges } = admissionRows;
  const said: string[] = [];
  for (const { object } of refused) said.push((await server.create(object)).said);
  for (const { before, after, status } of badChanges)
    said.push((await server.update(renamed(before), after, status)).said);
  expect(ruleMessages().filter(message => !said.some(text => text.includes(message)))).toEqual([]);
});

/** Each row of a change has stored its object by now. */
function renamed(object: object): object {
  const { metadata, ...rest } = object as { metadata: { name: string } };
  return { ...rest, metadata: { ...metadata, name: `again-${metadata.name}` } };
}
