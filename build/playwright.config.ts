import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { findChromium } from './lib/chromium.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const executablePath = findChromium()

/** Nothing that calls home, and nothing that a container cannot give. */
export const chromiumArguments = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: `${root}tests/e2e`,
  outputDir: `${root}test-results`,
  globalSetup: `${root}tests/support/e2e-world.ts`,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes at its second try has found something.
  retries: 0,
  workers: 2,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    actionTimeout: 15_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
      args: chromiumArguments,
    },
  },
})
