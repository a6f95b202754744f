/**
 * Mutation testing of what decides where things go and what is said about it: `npm run test:mutation`, or of some files
 * with `npm run test:mutation -- -m "src/schedule/pick.ts"`. The report is in `reports/mutation`.
 */
export default {
  plugins: ['@stryker-mutator/jest-runner', '../../scripts/mutationRunner.mjs'],
  testRunner: 'jest-by-file',
  jest: { configFile: 'jest.mutation.cjs', enableFindRelatedTests: true },
  coverageAnalysis: 'perTest',
  mutate: [
    'src/{schedule,snapshot,status}/**/*.ts',
    '!src/**/*.test.ts',
    '!src/**/*.testing.ts',
    '!src/**/*.types.ts',
  ],
  reporters: ['clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, allowEmojis: false },
  // Tables and patterns, which take effect when a module is loaded, would need the whole suite for each mutant: they are
  // 31 % of the mutants and would take 88 % of the time.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 6_000,
  thresholds: { high: 90, low: 80, break: 80 },
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['.stryker-tmp*', 'reports', 'dist'],
  cleanTempDir: 'always',
};
