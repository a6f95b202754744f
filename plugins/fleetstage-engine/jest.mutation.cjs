/** Jest as the mutation tester runs it: one project, no cache of results, the same transform as everywhere. */
module.exports = {
  rootDir: __dirname,
  roots: ['<rootDir>/src'],
  testEnvironment: 'node',
  testMatch: ['<rootDir>/src/**/*.test.ts'],
  testPathIgnorePatterns: ['\\.fuzz\\.test\\.ts$'],
  transform: {
    '\\.ts$': [
      require.resolve('@backstage/cli/config/jestSwcTransform'),
      { jsc: { parser: { syntax: 'typescript' } } },
    ],
  },
};
