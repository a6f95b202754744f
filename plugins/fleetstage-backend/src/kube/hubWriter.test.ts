import { ConflictError, InputError, NotFoundError } from '@backstage/errors';
import {
  AlreadyExistsError,
  ForbiddenError,
  InvalidError,
  NotFoundError as KubeNotFoundError,
  TransientError,
  UnauthorizedError,
} from '@fleetstage/kube-client';
import { systemPorts } from '../loop/systemPorts';
import { isHubSilent } from '../service/commands/commandDeps';
import { createHubWriter } from './hubWriter';

/** What a command gets where the hub, or the way to it, ends with this. */
async function shownFor(cause: Error): Promise<Error> {
  const client = async () => {
    throw cause;
  };
  const writer = createHubWriter({ hub: 'hub', client, clock: systemPorts.clock });
  return writer.find('ClusterStagedUpdateRun', 'r1').then(
    () => new Error('it was answered'),
    error => error,
  );
}

it.each([
  { cause: new InvalidError('spec is wrong'), name: InputError.name, says: 'spec is wrong', isSilent: false },
  {
    cause: new AlreadyExistsError('it exists'),
    name: ConflictError.name,
    says: 'it exists',
    isSilent: false,
  },
  { cause: new KubeNotFoundError('none'), name: NotFoundError.name, says: 'none', isSilent: false },
  {
    cause: new ForbiddenError('runs is forbidden'),
    name: 'ServiceUnavailableError',
    says: "give Fleetstage's account on the hub this right",
    isSilent: false,
  },
  {
    cause: new UnauthorizedError('who are you'),
    name: 'ServiceUnavailableError',
    says: "renew Fleetstage's credentials for the hub",
    isSilent: false,
  },
  {
    cause: new TransientError('connection closed by 10.2.0.4:443 (POST /apis/x)', {
      isClusterWide: true,
      why: 'connection closed by 10.2.0.4:443',
    }),
    name: 'ServiceUnavailableError',
    says: 'Hub "hub" does not answer: connection closed by 10.2.0.4:443. Try again when the hub answers.',
    isSilent: true,
  },
  { cause: new RangeError('stack'), name: 'RangeError', says: 'stack', isSilent: false },
  { cause: new TypeError('undefined'), name: 'TypeError', says: 'undefined', isSilent: false },
])('$cause.name is reported as $name; silent: $isSilent', async ({ cause, name, says, isSilent }) => {
  const shown = await shownFor(cause);
  expect([shown.name, isHubSilent(shown)]).toEqual([name, isSilent]);
  expect(shown.message).toContain(says);
  // Once, and without the names of classes.
  expect(shown.message.split(cause.message.split(' (')[0])).toHaveLength(2);
  expect(shown.message).not.toMatch(/caused by|Error\b/);
});

it('says what the hub answered where it cannot do what it was asked', async () => {
  const status = { code: 500, reason: 'InternalError', message: 'failed calling webhook' };
  const shown = await shownFor(new TransientError(status.message, { status, isClusterWide: false }));
  expect(shown.message).toBe(
    'reading ClusterStagedUpdateRun "r1" on hub "hub": failed calling webhook; try again when the hub answers',
  );
});
