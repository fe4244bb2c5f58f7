import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArguments, findShell } from './lib/chromium.mjs'
import { config as pages } from './vite.config.ts'
import { commands } from '../tests/component/commands.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Vitest leaves one core to its main process, which does little during a run: on two cores, it would run one file at a time. */
const maxWorkers = availableParallelism()

/** Vitest's own second is short for a busy machine. */
const poll = { timeout: 10_000 }

/** Makes generated examples the same in every run. */
const setupFiles = ['tests/support/fuzz.ts']

/** Tests of what was built. */
const startTests = [
  'television',
  'search-rebuild',
  'admin',
  'transfer',
  'desktop-package',
  'image',
  'proxies',
  'rolling-restart',
  'systemd',
].map((name) => `tests/build/${name}.test.ts`)

/** Measures how long a start takes: no other test runs beside it. */
const startTime = 'tests/build/start.test.ts'

/**
 * API tests whose result does not depend on the kind of database: tests without a database, and tests of HTTP, permissions, other sites
 * and the search index. They run on SQLite only.
 */
const onSqliteOnly = [
  'attack-http',
  'bead-rules',
  'bodies',
  'config',
  'connections',
  'first-follows',
  'hostile-turns',
  'imagesearch',
  'imagesearch-api',
  'imagesearch-paging',
  'limit-counters',
  'log-output',
  'media-attack',
  'media-embed',
  'media-guess',
  'media-providers',
  'media-safe-fetch',
  'media-scrape',
  'mediasearch',
  'mediasearch-api',
  'objects',
  'oembed-consumer',
  'page-assets',
  'permission-matrix',
  'picture-limit',
  'posts-shuffle',
  'rich-text',
  'search-index-crash',
  'slow-queries',
  'web-files',
  'import-formats',
  'import-hostile',
].map((name) => `tests/server/${name}.test.ts`)

export default defineConfig({
  root,
  test: {
    maxWorkers,
    // The database of the api project is chosen by STRAND_TEST_DATABASE_URL: see tests/support/server.ts.
    projects: [
      {
        test: {
          name: 'unit',
          root,
          setupFiles,
          include: ['tests/{cast,contract,desktop,player,renderer,search,build}/**/*.test.{ts,tsx}'],
          exclude: [...startTests, startTime],
          expect: { poll },
          // Property-based tests run thousands of examples, which is slow on a busy machine.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'api',
          root,
          setupFiles,
          include: ['tests/{server,migrations}/**/*.test.ts'],
          exclude: process.env.STRAND_TEST_DATABASE_URL ? onSqliteOnly : [],
          expect: { poll },
          globalSetup: ['tests/support/api-tables.ts'],
          // The server's modules have no state, and loading them for every file takes longer than many tests.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      // The engine is chosen by STRAND_ENGINE: see tests/engines/index.ts. Failed journeys are retried: WebKit's driver sometimes hangs.
      { test: { name: 'engines', root, include: ['tests/engines/**/*.test.ts'], retry: 1, testTimeout: 60_000, hookTimeout: 60_000 } },
      {
        plugins: pages.plugins ?? [],
        resolve: pages.resolve ?? {},
        optimizeDeps: { entries: ['renderer/main.tsx', 'tests/component/*.tsx'] },
        test: {
          name: 'component',
          root,
          include: ['tests/component/**/*.test.tsx'],
          // The app's modules are loaded once: loading them takes longer than most tests. `mount` removes what a test has changed.
          isolate: false,
          testTimeout: 60_000,
          expect: { poll },
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: { executablePath: findShell(), args: chromiumArguments },
              contextOptions: {
                reducedMotion: 'reduce',
                locale: 'en-US',
                timezoneId: 'UTC',
                permissions: ['clipboard-read', 'clipboard-write'],
              },
              actionTimeout: 15_000,
            }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 800 },
            screenshotFailures: false,
            commands,
          },
        },
      },
      { test: { name: 'start', root, include: startTests, expect: { poll }, testTimeout: 60_000, hookTimeout: 60_000 } },
      {
        test: {
          name: 'start-time',
          root,
          include: [startTime],
          expect: { poll },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
