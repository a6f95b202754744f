// Backstage's rules plus the house's (docs/contributing.md): sizes, import borders, purity.
const path = require('node:path');
const factory = require('@backstage/cli/config/eslint-factory');

const OURS = '@fleetstage/backstage-plugin-fleetstage';

/** Pages run in a browser, and are made of the present Material UI only. */
const notInPages = [
  '@material-ui/*',
  '@backstage/backend-*',
  'node:*',
  'knex',
  'undici',
  'express',
  `${OURS}-backend`,
  `${OURS}-node`,
  '@fleetstage/kube-client',
  '@fleetstage/applier',
  '@fleetstage/embedded-kube',
];

/** What a package may never import; the executable table with the whole chain is test/src/architecture/imports.test.ts. */
const forbidden = {
  'plugins/fleetstage-common': [
    '@backstage/backend-*',
    'node:*',
    'knex',
    'undici',
    `${OURS}-*`,
    '@fleetstage/*',
  ],
  'plugins/fleetstage-engine': [
    '@backstage/*',
    'node:*',
    'knex',
    'undici',
    `${OURS}-backend`,
    '@fleetstage/kube-client',
    '@fleetstage/applier',
  ],
  'plugins/fleetstage-client': [
    '@backstage/backend-*',
    'node:*',
    'knex',
    'undici',
    `${OURS}-*`,
    '@fleetstage/*',
  ],
  'plugins/fleetstage-node': [
    'knex',
    'undici',
    `${OURS}-backend`,
    '@fleetstage/kube-client',
    '@fleetstage/applier',
  ],
  'plugins/catalog-backend-module-fleetstage': [
    'knex',
    'undici',
    `${OURS}-backend`,
    '@fleetstage/kube-client',
    '@fleetstage/applier',
  ],
  'plugins/fleetstage': notInPages,
  'packages/app': notInPages,
  'packages/embedded-kube': ['@backstage/*', '@fleetstage/*', 'knex', 'undici', 'express'],
  'packages/kube-client': ['@backstage/*', 'knex', `${OURS}-*`],
  'packages/applier': ['@backstage/*', 'knex', `${OURS}-backend`],
  'packages/member-agent': ['@backstage/*', 'knex', 'undici', `${OURS}-backend`],
  'packages/kubectl-fleet': ['@backstage/*', 'knex', 'undici', `${OURS}-backend`],
};

/** Published as one file: what goes into it is no dependency of those who install it. */
const bundled = new Set(['packages/member-agent', 'packages/kubectl-fleet']);

const pure = new Set(['plugins/fleetstage-common', 'plugins/fleetstage-engine']);
const purity = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Time arrives as a value (craft R2).',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Time arrives as a value (craft R2).',
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Chance arrives as a value (craft R2).',
  },
  { selector: 'AwaitExpression', message: 'The engine has no promises.' },
];

const tests = [
  '**/*.test.{ts,tsx}',
  '**/*.testing.ts',
  '**/*.contract.ts',
  '**/testing/**',
  '**/__testUtils__/**',
  '**/*.bench.ts',
  '**/*.types.ts',
];

module.exports = dir => {
  const folder = path.relative(path.dirname(__dirname), dir).split(path.sep).join('/');
  return factory(dir, {
    rules: {
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60, skipComments: true }],
      'max-depth': ['error', 4],
      'no-console': 'error',
      'no-nested-ternary': 'off',
      ...(bundled.has(folder) && { '@backstage/no-undeclared-imports': 'off' }),
    },
    tsRules: {
      '@typescript-eslint/no-explicit-any': 'error',
      // Files read top down: what is exported first, its parts below.
      '@typescript-eslint/no-use-before-define': 'off',
    },
    testRules: {
      '@typescript-eslint/no-explicit-any': 'off',
      // "eventually" and builders expect on behalf of the test.
      'jest/expect-expect': 'off',
      'jest/no-standalone-expect': 'off',
      'jest/no-conditional-expect': 'off',
    },
    restrictedSrcImports: [],
    restrictedImportPatterns: forbidden[folder] ?? [],
    restrictedSrcSyntax: pure.has(folder) ? purity : [],
    overrides: [
      {
        files: tests,
        rules: {
          'max-lines': ['error', { max: 800 }],
          'max-lines-per-function': 'off',
          'no-restricted-syntax': 'off',
          'no-restricted-imports': 'off',
          'no-console': 'off',
        },
      },
      // Suites that are played to several implementations, by whoever has one.
      {
        files: ['**/testing/**'],
        rules: {
          'jest/no-export': 'off',
          'jest/expect-expect': 'off',
          'jest/no-standalone-expect': 'off',
          'jest/no-conditional-expect': 'off',
        },
      },
      // The test workspace is never built: its sources stay where they are.
      ...(folder === 'test'
        ? [
            {
              files: ['src/**'],
              rules: {
                'no-restricted-syntax': 'off',
                'no-loop-func': 'off',
                '@backstage/no-mixed-plugin-imports': 'off',
              },
            },
          ]
        : []),
    ],
  });
};
