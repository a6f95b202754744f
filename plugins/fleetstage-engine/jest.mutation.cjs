/** Jest as the mutation tester runs it: one project, no cache of results, the same transform as everywhere. */
module.exports = {
  rootDir: __dirname,
  roots: ['<rootDir>/src'],
  testEnvironment: 'node',
  testMatch: ['<rootDir>/src/**/*.test.ts'],
  // What is drawn by chance may notice a mutant today and not tomorrow; and takes two thirds of the time.
  testPathIgnorePatterns: ['\\.(fuzz|props)\\.test\\.ts$'],
  transform: {
    '\\.ts$': [
      require.resolve('@backstage/cli/config/jestSwcTransform'),
      { jsc: { parser: { syntax: 'typescript' } } },
    ],
  },
};
