import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { root } from './lib/paths.mjs'
import { doorsRule } from './lint/rule.js'

const environmentDoor = 'The environment is read once, in server/config.ts, and validated there; take what you need from the configuration.'

export default defineConfig(
  { ignores: ['dist/**', 'data/**', 'node_modules/**', 'test-results/**', 'playwright-report/**', 'server/demo/clips/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    name: 'doors',
    files: ['**/*.{ts,tsx,js,mjs}'],
    languageOptions: { parser: tseslint.parser },
    plugins: { strand: { rules: { doors: doorsRule } } },
    rules: {
      'strand/doors': 'error',
      'max-lines': ['error', { max: 450 }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      'no-else-return': 'error',
      semi: ['error', 'never', { beforeStatementContinuationChars: 'never' }],
      quotes: ['error', 'single', { avoidEscape: true, allowTemplateLiterals: true }],
    },
  },

  {
    name: 'typescript',
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: {
      // The few rules that need types and find what nothing else does: promises that nobody waits for.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      // With noUncheckedIndexedAccess, `!` is how one says that a group of a matched pattern is there.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // RTK Query names the argument of a call that takes none `void`, and so do our callbacks.
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
    },
  },

  {
    name: 'sagas',
    files: ['renderer/**/sagas/**/*.ts', 'renderer/**/saga.ts'],
    // What `yield` answers depends on the effect, which TypeScript cannot say of a generator.
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },

  {
    name: 'for browsers of old',
    files: ['renderer/public/*.js'],
    // It is shown where a browser knows none of the language's newer words.
    rules: { 'no-var': 'off' },
  },

  {
    name: 'react',
    files: ['renderer/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      'react-hooks/exhaustive-deps': 'error',
      // A router looks its screen up in a table while rendering; the rule takes that for a new component.
      'react-hooks/static-components': 'off',
    },
  },

  {
    name: 'environment',
    files: ['server/**/*.ts', 'search/**/*.ts', 'renderer/**/*.{ts,tsx}'],
    ignores: ['server/config.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'MemberExpression[object.name="process"][property.name="env"]', message: environmentDoor },
        { selector: 'ImportDeclaration[source.value=/^(node:)?process$/]', message: environmentDoor },
      ],
    },
  },

  {
    name: 'logs',
    files: ['server/**/*.ts', 'search/**/*.ts'],
    ignores: ['server/main.ts'],
    rules: { 'no-console': 'error' },
  },
)
