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
      // With noUncheckedIndexedAccess, `!` is needed for the groups of a matched regular expression.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // RTK Query uses the type `void` for endpoints without an argument, and so do our callbacks.
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
    },
  },

  {
    name: 'sagas',
    files: ['renderer/**/sagas/**/*.ts', 'renderer/**/saga.ts'],
    // The value of `yield` depends on the effect, which TypeScript cannot express for generators.
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },

  {
    name: 'react',
    files: ['renderer/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      'react-hooks/exhaustive-deps': 'error',
      // A router looks up its screen in a table while rendering, which the rule mistakes for creating a component.
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
          // Only on devices with a touch screen. Safari on a Mac has none.
          'Touch.*',
          'TouchEvent.*',
          'TouchList.*',
          'event touchstart',
          'event touchend',
          'event touchcancel',
          'event touchmove',
          // The code checks for them, and hides their controls if they are missing.
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
          'HTMLMediaElement.remote',
          'RemotePlayback.state',
          'RemotePlayback.prompt',
          'RemotePlayback.watchAvailability',
          'RemotePlayback.cancelWatchAvailability',
          'CaretPosition.offsetNode',
          'CaretPosition.offset',
          'attribute disablepictureinpicture',
          'attribute disableremoteplayback',
          'requestIdleCallback',
          'cancelIdleCallback',
          // Hints, which do not change the page.
          'attribute fetchpriority',
          'attribute autocapitalize',
          'attribute autocorrect',
          'attribute playsinline',
          // Only for a mouse.
          'event wheel',
          // Without the event, a second attempt follows anyway (renderer/ui/exit.ts).
          'event beforeunload',
          // Without it, cancelling the file dialog shows no message.
          'event cancel',
          // The code checks for it: without it, a television may show its screen saver.
          'Navigator.wakeLock',
          'WakeLock.request',
          'WakeLockSentinel.*',
          // Polyfilled in renderer/app/polyfills.ts.
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
    name: 'policies',
    files: ['electron/policy/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...[
          'process',
          'console',
          'globalThis',
          'window',
          'document',
          'navigator',
          'location',
          'fetch',
          'setTimeout',
          'setInterval',
          'Date',
        ].map((name) => ({ name, message: 'Policies are pure: take what you need as an argument.' })),
      ],
    },
  },

  {
    name: 'shell',
    files: ['electron/shell/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportSpecifier[imported.name=/^(ipcRenderer|contextBridge|webFrame|webUtils)$/]',
          message: 'Modules of renderers belong to electron/preload.',
        },
      ],
    },
  },

  {
    name: 'logs',
    files: ['server/**/*.ts', 'search/**/*.ts', 'electron/cast/**/*.ts'],
    ignores: ['server/main.ts'],
    rules: { 'no-console': 'error' },
  },
)
