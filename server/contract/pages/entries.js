/**
 * In plain JavaScript, because the build scripts read it too. It is here and not in build/, because the server must not import
 * build scripts (build/lint/doors.js) and looks the modules up in the manifest of the build while it runs.
 *
 * @typedef {object} PageEntry
 * @property {string} module the first module, from the root of the project; also its key in Vite's manifest
 * @property {boolean} offline whether the service worker stores what the entry needs to start
 */

/**
 * The entries of the renderer: Vite builds each, a document names the one that it starts.
 *
 * @satisfies {Record<string, PageEntry>}
 */
export const entries = {
  /** Every page of the website, and the document from which the service worker starts it offline. */
  app: { module: 'renderer/main.tsx', offline: true },
}

/** @typedef {keyof typeof entries} EntryName */

/** The page of televisions, and the one of Cast devices. */
export const tvEntries = {
  tv: { module: 'renderer/tv/main.tsx' },
  receiver: { module: 'renderer/tv/receiver/main.tsx' },
}

/** They are built on their own, for older browsers. `base`: the path at which their files are served. */
export const tvBuild = { folder: 'dist/tv', base: '/tv/' }

/** The widget of other sites. It is built on its own, so that it shares no file with the website and loads nothing of it. */
export const widgetEntries = {
  widget: { module: 'renderer/embed/main.ts' },
}

export const widgetBuild = { folder: 'dist/embed', base: '/embed/' }

/** The script variant of the widget: one classic script without imports, at the same address in every version. */
export const widgetLoader = { module: 'renderer/embed/loader.ts', file: 'embed.js' }
