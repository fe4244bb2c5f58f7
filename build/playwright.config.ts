import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { chromiumArguments, findShell } from './lib/chromium.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const executablePath = findShell()

/** Specs that mostly wait for real time: those that play media, those of hidden tabs, and of what a page loads within seconds. */
const media = /(outputs|outputs-.*|hosted|leaks|providers|background|play|budget)\.spec\.ts$/

/** Specs of layout with classic scroll bars, which Playwright hides in headless Chromium. */
const scrollbars = /\.scrollbars\.spec\.ts$/

const launchOptions = { executablePath, args: chromiumArguments }

export default defineConfig({
  testDir: `${root}tests/e2e`,
  outputDir: `${root}test-results`,
  globalSetup: `${root}tests/support/e2e-world.ts`,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only after a retry indicates a problem: the summary names it.
  retries: 1,
  workers: 3,
  fullyParallel: false,
  projects: [
    { name: 'app', testIgnore: [media, scrollbars], workers: 2 },
    // These mostly wait for real time, so that running them in parallel costs little.
    { name: 'media', testMatch: media, workers: 1 },
    {
      name: 'scrollbars',
      testMatch: scrollbars,
      use: { launchOptions: { ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } },
      workers: 1,
    },
    // The desktop application. Its tests are skipped where there is no Electron.
    { name: 'electron', testDir: `${root}tests/electron`, workers: 1 },
  ],
  // Long enough for two browsers and two servers on two busy cores. Single actions and expectations have shorter limits.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    actionTimeout: 15_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // `page.route` does not see the requests of a service worker. The tests of the service worker itself allow it.
    serviceWorkers: 'block',
    // Animations cost a fifth of Chromium's CPU time; the specs of animations enable them.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test would cost a fifth of the runner's time, so that only retries are recorded.
    trace: 'on-first-retry',
    launchOptions,
  },
})
