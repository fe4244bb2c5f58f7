/**
 * Configuration of electron-builder 26, used by `npm run desktop:package`. Version 27 renames many keys:
 * `npx electron-builder migrate-schema` converts them.
 */
import { desktopId, updateFeed } from './lib/desktop.mjs'
import { archiveFiles, checkArchive, fuses, packageFolders, readManifest } from './lib/desktopPackage.mjs'
import { at } from './lib/paths.mjs'

const { env } = process
const { devDependencies } = readManifest()
const feed = updateFeed(env)

/** @type {import('electron-builder').Configuration} */
export default {
  appId: desktopId,
  productName: 'Strand',
  copyright: 'Copyright © 2026 The Strand authors',
  artifactName: '${name}-${version}-${os}-${arch}.${ext}',
  directories: { app: packageFolders.app, buildResources: packageFolders.icons, output: packageFolders.output },
  files: [...archiveFiles],
  asar: true,
  // The fuse for the integrity of the archive compares it with this.
  disableAsarIntegrity: false,
  electronFuses: fuses(env),
  electronVersion: devDependencies.electron,
  // A folder with Electron, or with its official archives, for machines without access to GitHub.
  ...(env.STRAND_ELECTRON_DIST && { electronDist: env.STRAND_ELECTRON_DIST }),
  // The application has English texts. More languages would only change Chromium's own.
  electronLanguages: ['en-US', 'en-GB'],
  // The scripts contain their dependencies, and there are no native modules. Without this, the dependencies of the server would be added;
  // `npmRebuild: false` would skip it.
  beforeBuild: async () => false,
  protocols: [{ name: 'Strand', schemes: ['strand'] }],
  // Writes the files of the feed (`latest.yml` and others). `npm run desktop:feed` signs them.
  publish: feed === null ? null : { provider: 'generic', url: feed.url },
  afterPack: ({ appOutDir, packager }) => checkArchive(packager.getResourcesDir(appOutDir)),
  // Its AppImages need no libfuse2, which recent distributions do not install.
  toolsets: { appimage: '1.0.3' },
  linux: {
    target: ['AppImage', 'deb'],
    category: 'AudioVideo',
    executableName: 'strand',
    icon: at(packageFolders.icons, 'linux'),
    syncDesktopName: true,
    ...(env.STRAND_DESKTOP_MAINTAINER && { maintainer: env.STRAND_DESKTOP_MAINTAINER }),
  },
  win: { target: ['nsis'], icon: at(packageFolders.icons, 'icon.ico') },
  nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false },
  mac: {
    // Updates are installed from the zip file.
    target: ['dmg', 'zip'],
    category: 'public.app-category.music',
    icon: at(packageFolders.icons, 'icon.icns'),
    hardenedRuntime: true,
    extendInfo: {
      NSLocalNetworkUsageDescription: 'Strand connects to servers and Cast devices in your network.',
      NSBonjourServices: ['_googlecast._tcp'],
    },
  },
}
