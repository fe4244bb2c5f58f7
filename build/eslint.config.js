import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { root } from './lib/paths.mjs'
import { browsersRule } from './lint/browsers.js'
import { cyclesRule } from './lint/cycles.js'
import { namesRule } from './lint/names.js'
import { doorsRule, subpathsRule } from './lint/rule.js'

const environmentDoor = 'The environment is read once, in server/config.ts, and validated there; take what you need from the configuration.'
const environmentSelectors = [
  { selector: 'MemberExpression[object.name="process"][property.name="env"]', message: environmentDoor },
  { selector: 'ImportDeclaration[source.value=/^(node:)?process$/]', message: environmentDoor },
]

const bridgeDoor = 'The bridge of the desktop application is read and validated in renderer/host/platform.ts only.'
const bridgeSelectors = [
  // `window.strand`, `window?.['strand']` and `(window as …).strand`.
  { selector: 'MemberExpression:matches([property.name="strand"], [property.value="strand"])', message: bridgeDoor },
  { selector: 'VariableDeclarator > ObjectPattern > Property[key.name="strand"]', message: bridgeDoor },
  { selector: 'BinaryExpression[operator="in"][left.value="strand"]', message: bridgeDoor },
]

export default defineConfig(
  { ignores: ['dist/**', 'data/**', 'node_modules/**', 'test-results/**', 'playwright-report/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    name: 'doors',
    files: ['**/*.{ts,tsx,js,mjs}'],
    languageOptions: { parser: tseslint.parser },
    plugins: { strand: { rules: { doors: doorsRule, cycles: cyclesRule, subpaths: subpathsRule, names: namesRule } } },
    rules: {
      'strand/doors': 'error',
      'strand/cycles': 'error',
      'strand/subpaths': 'error',
      'strand/names': 'error',
      'max-lines': ['error', { max: 450 }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      'no-else-return': 'error',
      'no-useless-rename': 'error',
    },
  },

  {
    name: 'length',
    files: ['{server,search,renderer,electron}/**/*.{ts,tsx}'],
    rules: { 'max-lines': ['error', { max: 400 }], 'max-lines-per-function': ['error', { max: 120 }] },
  },

  {
    name: 'typescript',
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: {
      // Rules that need types, for promises that are not awaited.
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
    name: 'browsers',
    files: ['renderer/**/*.{ts,tsx}', 'server/contract/**/*.ts'],
    plugins: { platform: { rules: { browsers: browsersRule } } },
    rules: {
      'platform/browsers': [
        'error',
        [
          // Only where there is a touch screen: Safari on a Mac has none.
          'Touch.*',
          'TouchEvent.*',
          'TouchList.*',
          'event touchstart',
          'event touchend',
          'event touchcancel',
          'event touchmove',
          // Tested for; where they are missing, so are their controls.
          'DocumentOrShadowRoot.pictureInPictureElement',
          'Document.pictureInPictureEnabled',
          'HTMLVideoElement.disablePictureInPicture',
          'Document.exitPictureInPicture',
          'HTMLVideoElement.requestPictureInPicture',
          'event enterpictureinpicture',
          'event leavepictureinpicture',
          'Navigator.share',
          'Clipboard.write',
          'ClipboardItem',
          'HTMLMediaElement.disableRemotePlayback',
          'CaretPosition.offsetNode',
          'CaretPosition.offset',
          'attribute disablepictureinpicture',
          'attribute disableremoteplayback',
          'requestIdleCallback',
          'cancelIdleCallback',
          // Hints, without which the page is the same.
          'attribute fetchpriority',
          'attribute autocapitalize',
          'attribute autocorrect',
          'attribute playsinline',
          // For a mouse.
          'event wheel',
          // Where no navigation is announced, a second try follows all the same (renderer/ui/exit.ts).
          'event beforeunload',
          // Without it nothing is said where no file is chosen.
          'event cancel',
          // Added where they are missing: renderer/app/polyfills.ts.
          'URL.canParse',
          'URLSearchParams.size',
        ],
      ],
    },
  },

  {
    name: 'environment',
    files: ['server/**/*.ts', 'search/**/*.ts', 'renderer/**/*.{ts,tsx}'],
    ignores: ['server/config.ts'],
    rules: { 'no-restricted-syntax': ['error', ...environmentSelectors] },
  },

  {
    name: 'desktop bridge',
    files: ['renderer/**/*.{ts,tsx}'],
    ignores: ['renderer/host/platform.ts'],
    // Replaces the options of the rule above.
    rules: { 'no-restricted-syntax': ['error', ...environmentSelectors, ...bridgeSelectors] },
  },

  {
    name: 'logs',
    files: ['server/**/*.ts', 'search/**/*.ts'],
    ignores: ['server/main.ts'],
    rules: { 'no-console': 'error' },
  },
)
