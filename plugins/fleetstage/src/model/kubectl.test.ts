import { execFileSync } from 'node:child_process';
import { approveCommand, rejectCommands, setStateCommand } from './kubectl';

/** The words that a shell makes of the command. */
const words = (command: string) =>
  execFileSync(
    'sh',
    ['-c', `for word in ${command.replace(/^kubectl /, '')}; do printf '%s\\0' "$word"; done`],
    { encoding: 'utf8' },
  )
    .split('\0')
    .slice(0, -1);

it('approves with the generation that was asked for, whatever the comment', () => {
  const comment = `it's "fine"; $(reboot) \`x\``;
  const parts = words(
    approveCommand({
      scope: '_',
      request: 'web-2-canary',
      generation: 3,
      comment,
      at: '2026-11-20T11:18:00Z',
    }),
  );
  expect(parts.slice(0, 5)).toEqual([
    'patch',
    'clusterapprovalrequests',
    'web-2-canary',
    '--type=merge',
    '--subresource=status',
  ]);
  expect(JSON.parse(parts[6])).toEqual({
    status: {
      conditions: [
        {
          type: 'Approved',
          status: 'True',
          observedGeneration: 3,
          reason: 'Approved',
          message: comment,
          lastTransitionTime: '2026-11-20T11:18:00Z',
        },
      ],
    },
  });
});

it('stops a run of a namespace', () => {
  expect(words(setStateCommand('payments', 'web-2', 'Stop'))).toEqual([
    'patch',
    'stagedupdateruns',
    '-n',
    'payments',
    'web-2',
    '--type=merge',
    '-p',
    '{"spec":{"state":"Stop"}}',
  ]);
});

it('rejects as Fleetstage does: stops the run, then says who said no and why on the request', () => {
  const commands = rejectCommands({
    scope: '_',
    run: 'web-2',
    request: 'web-2-canary',
    generation: 3,
    reason: "it's the pager",
    at: '2026-11-20T11:18:00Z',
  });
  const [stop, reject] = commands.split(/\n(?=kubectl )/).map(words);
  expect(stop).toEqual(words(setStateCommand('_', 'web-2', 'Stop')));
  expect(reject.slice(0, 5)).toEqual([
    'patch',
    'clusterapprovalrequests',
    'web-2-canary',
    '--type=merge',
    '--subresource=status',
  ]);
  expect(JSON.parse(reject[6])).toEqual({
    status: {
      conditions: [
        {
          type: 'FleetstageRejected',
          status: 'True',
          observedGeneration: 3,
          reason: 'FleetstageRejectedByPerson',
          message: "it's the pager",
          lastTransitionTime: '2026-11-20T11:18:00Z',
        },
      ],
    },
  });
});
