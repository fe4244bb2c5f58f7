import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { findShell } from './lib/chromium.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const executablePath = findShell()

/** Nothing that calls home, and nothing that a container cannot give. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The tests' own servers answer; the world does not exist. A test puts single addresses into it with page.route.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** Specs of the outputs: little CPU, much real playing time. */
const media = /(outputs|outputs-.*|hosted|leaks|providers)\.spec\.ts$/

/** Specs of layout beside classic scroll bars, which Playwright hides in headless Chromium. */
const scrollbars = /\.scrollbars\.spec\.ts$/

const launchOptions = { executablePath, args: chromiumArguments }

export default defineConfig({
  testDir: `${root}tests/e2e`,
  outputDir: `${root}test-results`,
  globalSetup: `${root}tests/support/e2e-world.ts`,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only at its second try has found something: the run names it at its end.
  retries: 1,
  workers: 3,
  fullyParallel: false,
  projects: [
    { name: 'app', testIgnore: [media, scrollbars], workers: 2 },
    // These mostly wait for real time, so they run beside the others at little cost.
    { name: 'media', testMatch: media, workers: 1 },
    {
      name: 'scrollbars',
      testMatch: scrollbars,
      use: { launchOptions: { ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } },
      workers: 1,
    },
  ],
  // Long for a person, not for two browsers and two servers on two busy cores; what a test waits for has limits of its own.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    actionTimeout: 15_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // What a worker of the page asks for, no route of a test sees: the tests of the worker itself allow it.
    serviceWorkers: 'block',
    // Animations cost a fifth of Chromium's CPU time; the specs about motion turn them on again.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test costs a fifth of the runner's time: the second try of one that failed is recorded.
    trace: 'on-first-retry',
    launchOptions,
  },
})
