import { fixedCredentials } from './credentials';
import { KubeClient } from './KubeClient';
import { ForbiddenError, InvalidPathError, UnexpectedAnswerError } from './kubeErrors';
import { failure, json, startAnsweringServer, type Answer } from './testing/answeringServer';

const ACCOUNT = { namespace: 'fleet-member-edge', name: 'fleetstage-agent' };
const ISSUED = {
  apiVersion: 'authentication.k8s.io/v1',
  kind: 'TokenRequest',
  metadata: ACCOUNT,
  // The server may shorten what it was asked for.
  spec: { audiences: ['hub'], expirationSeconds: 1800 },
  status: { token: 'secret', expirationTimestamp: '2026-11-21T12:30:00Z' },
};

async function ask(answer: Answer, account = ACCOUNT) {
  const server = await startAnsweringServer(answer);
  const credentials = fixedCredentials({ authorization: 'Bearer t' });
  const client = new KubeClient({ server: server.url, credentials });
  try {
    return { issued: await client.requestToken(account, { seconds: 3600 }), seen: server.seen };
  } finally {
    await client.close();
    await server.stop();
  }
}

describe('requestToken', () => {
  it('asks for a token of the account, and says how long it holds', async () => {
    const { issued, seen } = await ask((_, response) => json(response, 201, ISSUED));
    expect(issued).toEqual({ token: 'secret', seconds: 1800, expiresAt: '2026-11-21T12:30:00Z' });
    expect(seen).toMatchObject([
      { method: 'POST', url: '/api/v1/namespaces/fleet-member-edge/serviceaccounts/fleetstage-agent/token' },
    ]);
    expect(JSON.parse(seen[0].body)).toEqual({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: 3600 },
    });
  });

  it('is refused with the words of the server', () =>
    expect(ask((_, response) => json(response, 403, failure(403, 'Forbidden', 'not yours')))).rejects.toEqual(
      expect.any(ForbiddenError),
    ));

  it.each([
    ['no token', { ...ISSUED, status: { expirationTimestamp: '2026-11-21T12:30:00Z' } }],
    ['no end', { ...ISSUED, status: { token: 'secret' } }],
    ['something else', ['secret']],
    ['nothing', null],
  ])('takes no answer with %s, and repeats none of it', async (_, answer) => {
    const failed = await ask((__, response) => json(response, 201, answer)).catch(error => error);
    expect(failed).toBeInstanceOf(UnexpectedAnswerError);
    expect(failed.message).not.toContain('secret');
  });

  it('sends no name that would change the path', () =>
    expect(
      ask((_, response) => json(response, 201, ISSUED), { ...ACCOUNT, name: '../default' }),
    ).rejects.toThrow(InvalidPathError));
});
