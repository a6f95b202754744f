import { readFileSync } from 'node:fs';
import path from 'node:path';
import { asPrinted, parseDescribedEvents, parseDescribedStatus, withoutIgnored } from './describeOutput';

const printed = (name: string) =>
  parseDescribedStatus(readFileSync(path.resolve(__dirname, '../../fixtures/requirement000', name), 'utf8'));

describe('reading kubectl describe', () => {
  it('separates the objects of a list by keys that do not ascend', () => {
    const status = printed('finished-run.describe.txt');
    expect(status.Conditions).toHaveLength(3);
    expect(status['Stages Status']).toHaveLength(3);
    const [staging, , production] = status['Stages Status'] as readonly { readonly [key: string]: unknown }[];
    expect(staging['Stage Name']).toBe('staging');
    expect(staging['After Stage Task Status']).toMatchObject([{ Type: 'Approval' }, { Type: 'TimedWait' }]);
    expect(production.Clusters).toBe('');
  });

  it('reads the table of events, without their age', () => {
    const text = `Status:
Events:
  Type     Reason         Age                From        Message
  ----     ------         ----               ----        -------
  Normal   RolloutBegan   3m46s (x2 over 5m)  controller  Started rolling out  again
  Warning  Failed         1s                 other       no room
`;
    expect(parseDescribedEvents(text)).toEqual([
      { type: 'Normal', reason: 'RolloutBegan', from: 'controller', message: 'Started rolling out again' },
      { type: 'Warning', reason: 'Failed', from: 'other', message: 'no room' },
    ]);
    expect(parseDescribedEvents('Status:\nEvents:  <none>\n')).toEqual([]);
  });

  it('drops the remarks of the document and reads empty messages', () => {
    const status = printed('run-in-progress.describe.txt');
    expect(status.Conditions).toMatchObject([
      { Message: expect.stringContaining('initialized') },
      { Message: '', Reason: 'UpdateRunStarted' },
    ]);
  });

  it('ignores by path, and messages only where the document prints none', () => {
    const ours = { Conditions: [{ Message: 'more than they say', Type: 'A' }], Extra: 'x' };
    const theirs = { Conditions: [{ Message: '', Type: 'A' }] };
    expect(asPrinted(ours, theirs)).toEqual(theirs);
    expect(
      asPrinted(
        { Conditions: [{ Message: 'other', Type: 'A' }] },
        { Conditions: [{ Message: 'one', Type: 'A' }] },
      ),
    ).not.toEqual({
      Conditions: [{ Message: 'one', Type: 'A' }],
    });
    expect(withoutIgnored(ours, [{ path: '**/Message', why: 'test' }])).toEqual({
      Conditions: [{ Type: 'A' }],
      Extra: 'x',
    });
  });
});
