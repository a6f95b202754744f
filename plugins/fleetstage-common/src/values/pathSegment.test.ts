import { findSegmentFault } from './pathSegment';

describe('findSegmentFault', () => {
  it.each([
    ['', 'may not be empty'],
    ['.', "may not be '.'"],
    ['..', "may not be '..'"],
    ['a/b', "may not contain '/'"],
    ['%2e%2e', "may not contain '%'"],
    ['a\ud800', 'must be well-formed text'],
  ])('refuses %j', (value, fault) => expect(findSegmentFault(value)).toBe(fault));

  it.each(['web', '...', '.hidden', 'a..b', 'system:node', 'Größe', '😀'])('accepts %j', value =>
    expect(findSegmentFault(value)).toBeUndefined(),
  );
});
