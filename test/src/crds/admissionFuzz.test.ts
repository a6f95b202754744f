import { startEmbeddedFleet, type EmbeddedFleet } from '@fleetstage/embedded-kube';
import { AskServer } from './askServer.testing';
import { installDefinitions } from './installDefinitions.testing';
import { playAdmissionFuzz, type AdmissionFuzzReport } from './playAdmissionFuzz.testing';

// `npm test` plays a few thousand, `npm run test:fuzz` 50,000, and FUZZ_SEED=… the
// same ones again.
const COUNT = Number(process.env.FUZZ_PLACEMENTS ?? process.env.FUZZ ?? 2_000);
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

jest.setTimeout(120_000);

let fleet: EmbeddedFleet;
let server: AskServer;
let report: AdmissionFuzzReport;

describe(`${COUNT} drawn placements and members (seed ${seed})`, () => {
  beforeAll(async () => {
    fleet = await startEmbeddedFleet({ members: 0, log: { info: () => {}, error: () => {} } });
    const [url, token] = [`${fleet.url}/clusters/hub`, fleet.token('hub')];
    server = new AskServer({ url, token, caPem: fleet.caPem });
    await installDefinitions(server);
    report = await playAdmissionFuzz(server, { seed, count: COUNT });
  }, 600_000);

  afterAll(async () => {
    server?.close();
    await fleet?.stop();
  });

  it('are refused with the field, or understood by the engine', () => {
    expect(report.problems).toEqual([]);
  });

  it('are good ones as well as bad ones', () => {
    for (const code of [200, 201, 400, 422]) expect(report.codes.get(code) ?? 0).toBeGreaterThan(COUNT / 100);
  });
});
