import { Circuit } from './Circuit';

const silent = { kind: 'silent', message: 'no answer within 1000 ms' } as const;

function aCircuit() {
  let now = 1_000;
  const circuit = new Circuit('m', () => now);
  return { circuit, advance: (ms: number) => (now += ms) };
}

describe('Circuit', () => {
  it('lets one lost answer pass', () => {
    const { circuit } = aCircuit();
    circuit.note(silent);
    expect(circuit.refusal()).toBeUndefined();
  });

  it('turns uses away after two silences, and says why and for how long', () => {
    const { circuit } = aCircuit();
    circuit.note(silent);
    circuit.note(silent);
    expect(circuit.refusal()).toEqual({
      message: 'member cluster m did not answer and is tried again soon: no answer within 1000 ms',
      retryAfterMs: 2_000,
    });
  });

  it('stays open for twice as long when the next try is silent, too', () => {
    const { circuit, advance } = aCircuit();
    circuit.note(silent);
    circuit.note(silent);
    advance(2_000);
    expect(circuit.refusal()).toBeUndefined();
    circuit.note(silent);
    expect(circuit.refusal()?.retryAfterMs).toBe(4_000);
  });

  it('opens at once when credentials are refused', () => {
    const { circuit } = aCircuit();
    circuit.note({ kind: 'refused', message: 'its credentials are refused: Unauthorized' });
    expect(circuit.refusal()).toMatchObject({
      retryAfterMs: 60_000,
      message: expect.stringContaining('Unauthorized'),
    });
  });

  it('closes with an answer and forgets what was', () => {
    const { circuit } = aCircuit();
    circuit.note(silent);
    circuit.note(silent);
    circuit.note({ kind: 'answered' });
    expect(circuit.isClosed()).toBe(true);
    circuit.note(silent);
    expect(circuit.refusal()).toBeUndefined();
  });
});
