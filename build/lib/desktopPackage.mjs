/** What the packaged desktop application consists of. */
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDesktop, desktopId } from './desktop.mjs'
import { drawDesktopIcons } from './desktopIcons.mjs'
import { at } from './paths.mjs'

/** The content of `app.asar`. A file that is missing here is not packaged; one that is listed and missing fails the packaging. */
export const archiveFiles = ['icon.png', 'main.cjs', 'package.json', 'preload.cjs']

/** `app.asar` must not be larger (bytes). More than half of it is electron-updater, in builds with a feed of new versions. */
export const archiveBudget = 700_000

/** Folders, relative to the root: the application as it is packaged, its icons, and the packages. */
export const packageFolders = { app: 'dist/desktop-app', icons: 'dist/desktop-icons', output: 'dist/desktop-packages' }

/** @typedef {Record<string, string | undefined>} Env */

/**
 * Whether the build accepts `--inspect`, so that Playwright can control it. Such a build is never published: it lets every program of the
 * computer run code inside of the application. @param {Env} env
 */
export const isInspectable = (env) => env.STRAND_DESKTOP_INSPECT === '1'

/**
 * Electron's switches inside of its program, with which other programs cannot use it as Node, and a changed application does not start.
 * @param {Env} env
 */
export const fuses = (env) => ({
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: isInspectable(env),
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
})

/** @typedef {{ name: string, version: string, description: string, license: string, devDependencies: Record<string, string> }} Manifest */

/** @returns {Manifest} */
export const readManifest = () => JSON.parse(readFileSync(at('package.json'), 'utf8'))

/** The `package.json` of the packaged application. It has no dependencies: they are in its scripts. @param {Env} env */
export function appManifest(env) {
  const { name, version, description, license } = readManifest()
  const { STRAND_DESKTOP_HOMEPAGE: homepage, STRAND_DESKTOP_MAINTAINER: author } = env
  return {
    name,
    productName: 'Strand',
    version,
    description,
    license,
    ...(homepage && { homepage }),
    ...(author && { author }),
    main: 'main.cjs',
    // On Linux, windows belong to the desktop entry of this name.
    desktopName: `${desktopId}.desktop`,
  }
}

/** Builds what is packaged, from scratch. @param {Env} env @param {{ app: string, icons: string }} [folders] */
export async function buildPackageSources(env, { app, icons } = packageFolders) {
  for (const folder of [app, icons]) rmSync(at(folder), { recursive: true, force: true })
  await buildDesktop(app, { isPackaged: true, env })
  mkdirSync(at(app), { recursive: true })
  writeFileSync(at(app, 'package.json'), `${JSON.stringify(appManifest(env), null, 2)}\n`)
  await drawDesktopIcons(at(icons))
}

/**
 * Throws if `app.asar` has other files than those of the list, or is larger than the budget.
 * @param {string} resources the folder that contains it
 */
export async function checkArchive(resources) {
  const { listPackage } = await import('@electron/asar')
  const archive = join(resources, 'app.asar')
  const files = listPackage(archive, { isPack: false })
    .map((file) => file.replace(/^[/\\]/, ''))
    .sort()
  const wrong = [
    ...files.filter((file) => !archiveFiles.includes(file)).map((file) => `${file} is too much`),
    ...archiveFiles.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
  ]
  if (wrong.length > 0)
    throw new Error(`app.asar does not match archiveFiles in build/lib/desktopPackage.mjs: ${wrong.slice(0, 10).join(', ')}`)
  const { size } = statSync(archive)
  if (size > archiveBudget) throw new Error(`app.asar has ${size} bytes, more than its budget of ${archiveBudget}.`)
  // Files beside it would not be protected by its checksum.
  const unpacked = readdirSync(resources).filter((name) => name.startsWith('app') && name !== 'app.asar' && name !== 'app-update.yml')
  if (unpacked.length > 0) throw new Error(`Files outside of app.asar: ${unpacked.join(', ')}`)
}

/**
 * The arguments for electron-builder, which never publishes. Throws if they are not valid together.
 * @param {string[]} args of the command line, such as `--linux deb` @param {Env} env @param {string} [system] of the computer
 */
export function packageArguments(args, env, system = process.platform) {
  if (args.some((arg) => /^(-p|--publish)\b/.test(arg)))
    throw new Error('Packages are not published by this command: upload them yourself.')
  const systems = { linux: ['--linux', '-l'], darwin: ['--mac', '-m', '-o', '--macos'], win32: ['--win', '-w', '--windows'] }
  const targets = args.filter((arg) => !arg.startsWith('-'))
  if (isInspectable(env)) {
    if (targets.some((target) => target !== 'dir'))
      throw new Error('STRAND_DESKTOP_INSPECT is for tests: such a build is a folder, and no package that could be published.')
    return [...args.filter((arg) => arg !== 'dir'), '--dir', '--publish', 'never']
  }
  const isForLinux =
    args.some((arg) => systems.linux.includes(arg)) ||
    (system === 'linux' && !args.some((arg) => [...systems.darwin, ...systems.win32].includes(arg)))
  const hasDeb = isForLinux && !args.includes('--dir') && (targets.length === 0 || targets.some((target) => /^deb(:|$)/.test(target)))
  if (hasDeb && !(env.STRAND_DESKTOP_HOMEPAGE && /<[^<>\s]+@[^<>\s]+>$/.test(env.STRAND_DESKTOP_MAINTAINER ?? '')))
    throw new Error(
      'A Debian package names its origin: set STRAND_DESKTOP_HOMEPAGE (an address) and STRAND_DESKTOP_MAINTAINER ("Name <mail@example.org>").',
    )
  return [...args, '--publish', 'never']
}
