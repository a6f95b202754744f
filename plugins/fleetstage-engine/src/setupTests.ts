import fc from 'fast-check';

// What is drawn differs from run to run, and a failure prints its seed; CI sets one, so that what it says of a change is
// about the change.
const { FUZZ_SEED: seed } = process.env;
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
