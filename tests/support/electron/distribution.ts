/** A folder with the layout of Electron's distribution for Linux. Its program cannot run: it is packaged only. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** By this text, `@electron/fuses` finds the fuses inside of the program. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** The fuses of Electron as it is distributed: version 1, nine of them, each `0` or `1`. */
const defaultFuses = Buffer.concat([Buffer.from([1, 9]), Buffer.from('101100011')])

export function createDistribution(folder: string): void {
  mkdirSync(join(folder, 'locales'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from(`not a program ${sentinel}`), defaultFuses]), { mode: 0o755 })
  for (const language of ['de', 'en-GB', 'en-US', 'ja']) writeFileSync(join(folder, 'locales', `${language}.pak`), '')
}
