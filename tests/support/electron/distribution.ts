/**
 * Folders with the layout of Electron's distributions. Their programs cannot run: they are packaged only, to show what electron-builder makes
 * of them.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

export type PackagedSystem = 'linux' | 'mac' | 'win'

/** By this text, `@electron/fuses` finds the fuses inside of a program. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** The fuses of Electron as it is distributed: version 1, nine of them, each `0` or `1`. */
const program = Buffer.concat([Buffer.from(`not a program ${sentinel}`), Buffer.from([1, 9]), Buffer.from('101100011')])

const languages = ['de', 'en-GB', 'en-US', 'ja']

function put(folder: string, path: string, content: string | Buffer = ''): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), content, { mode: 0o755 })
}

const infoList = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>Electron</string></dict></plist>`

function createForMac(folder: string): void {
  const contents = 'Electron.app/Contents'
  const frameworks = `${contents}/Frameworks`
  put(folder, `${contents}/Info.plist`, infoList)
  put(folder, `${contents}/MacOS/Electron`)
  put(folder, `${frameworks}/Electron Framework.framework/Electron Framework`, program)
  for (const name of ['en.lproj', 'de.lproj']) {
    put(folder, `${contents}/Resources/${name}/locale.pak`)
    put(folder, `${frameworks}/Electron Framework.framework/Versions/A/Resources/${name}/locale.pak`)
  }
  for (const suffix of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    put(folder, `${frameworks}/Electron Helper${suffix}.app/Contents/Info.plist`, infoList)
    put(folder, `${frameworks}/Electron Helper${suffix}.app/Contents/MacOS/Electron Helper${suffix}`)
  }
}

/** An empty executable of Windows with the resources that electron-builder edits. */
function windowsProgram(): Buffer {
  const executable = NtExecutable.createEmpty(false, false)
  const resources = NtExecutableResource.from(executable)
  const info = Resource.VersionInfo.createEmpty()
  info.setStringValues({ lang: 0x0409, codepage: 1200 }, { ProductName: 'Electron' })
  info.outputToResourceEntries(resources.entries)
  resources.outputResource(executable)
  executable.setExtraData(new Uint8Array(program).buffer)
  return Buffer.from(executable.generate())
}

export function createDistribution(folder: string, system: PackagedSystem): void {
  if (system === 'mac') return createForMac(folder)
  put(folder, system === 'win' ? 'electron.exe' : 'electron', system === 'win' ? windowsProgram() : program)
  mkdirSync(join(folder, 'resources'))
  for (const language of languages) put(folder, `locales/${language}.pak`)
}
