/** What all windows have in common: their pages have no Node, and run in a sandbox. These are Electron's defaults, named because all else relies on them. */
import type { WebPreferences } from 'electron'

export const securePreferences: WebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
}
