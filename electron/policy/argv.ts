/** The command line of the application: at its own start, and of a second instance, which hands its own over. */
import { parseDeepLink, isDeepLink, type Intent } from './deepLink.ts'

/** Arguments beyond this number are not examined. */
export const maxArguments = 64

export interface CommandLine {
  intent: Intent | null
  /** Starts without showing the window, for a start with the system. */
  isHidden: boolean
}

/** Finds the first link by its scheme, not by its position: Chromium adds arguments of its own. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const args = argv.slice(0, maxArguments)
  const link = args.find(isDeepLink)
  return { intent: link === undefined ? null : parseDeepLink(link), isHidden: args.includes('--hidden') }
}
