/** The scripts and styles of a document: from Vite's build manifest, or the modules of its development server. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { entries, type EntryName, type PageEntry } from '#contract/pages/entries.js'
import { memberModule, screenModules, type ScreenName } from '#contract/pages/screens.ts'
import { tag } from './html.ts'

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), css: z.array(z.string()).default([]) }),
)
type Manifest = z.infer<typeof Manifest>

/** What a document loads. */
export interface DocumentAssets {
  /** Tags for the head that load the scripts. */
  scripts: string
  /** Tags for the head that load the style sheets. */
  styles: string
  /** The same style sheets within the document, so that no request delays its first paint; null in development and without a build. */
  inlined: (() => InlinedStyles) | null
}

export interface InlinedStyles {
  /** The rules of the style sheets. */
  css: string
  /** Tags for the head: disabled links to the style sheets, so that the scripts do not load them again. */
  markers: string
}

/** Returns the assets of a document by its entry, its first screen, and whether the viewer is a member. */
export type Assets<Name extends string = EntryName> = (entry: Name, screen?: ScreenName, isMember?: boolean) => DocumentAssets

/** Where a build is. `base`: the path at which its files are served. */
interface Build {
  folder: string
  base: string
}

const none: DocumentAssets = { scripts: '', styles: '', inlined: null }

/** These chunks and their imports, dependencies first, without duplicates. Chunks can import each other. */
function chunksOf(manifest: Manifest, keys: readonly string[]): string[] {
  const visited = new Set<string>()
  const visit = (key: string): string[] => {
    const chunk = manifest[key]
    if (!chunk || visited.has(key)) return []
    visited.add(key)
    return [...chunk.imports.flatMap(visit), key]
  }
  return keys.flatMap(visit)
}

/**
 * @param module source path of the entry.
 * @param preloaded lazily imported modules that the first screen needs.
 */
function builtAssets(manifest: Manifest, module: string, preloaded: readonly string[], { folder, base }: Build): DocumentAssets {
  const main = manifest[module]
  if (!main) return none
  const chunks = chunksOf(manifest, [module, ...preloaded])
  const sheets = [...new Set(chunks.flatMap((key) => manifest[key]!.css))]
  const styleTags = (attributes: { disabled?: true }) =>
    sheets.map((file) => tag('link', { rel: 'stylesheet', href: base + file, ...attributes })).join('\n')
  const files = (keys: readonly string[]) => keys.map((key) => base + manifest[key]!.file)
  const scripts = [
    ...files(chunks.filter((key) => key !== module)).map((href) => tag('link', { rel: 'modulepreload', href })),
    // Each static import is evaluated in a task of its own, between which the browser reacts to input. They are preloaded too, because
    // browsers give a preload a higher priority than an added script.
    ...files(chunksOf(manifest, [module])).map((src) => `${tag('script', { type: 'module', src })}</script>`),
  ].join('\n')
  let inlined: InlinedStyles | undefined
  return {
    scripts,
    styles: styleTags({}),
    inlined: () =>
      (inlined ??= {
        css: sheets.map((file) => readFileSync(join(folder, file), 'utf8')).join(''),
        markers: styleTags({ disabled: true }),
      }),
  }
}

/** The tags that Vite adds to an index.html: its client and React's hot reloading preamble. */
function developmentTags(origin: string, module: string): string {
  const preamble = `import { injectIntoGlobalHook } from ${JSON.stringify(`${origin}/@react-refresh`)}
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type`
  return [
    `<script type="module">${preamble}</script>`,
    `${tag('script', { type: 'module', src: `${origin}/@vite/client` })}</script>`,
    `${tag('script', { type: 'module', src: `${origin}/${module}` })}</script>`,
  ].join('\n')
}

/**
 * @param root the folder of package.json. Without a build, documents have text and no scripts.
 * @param table the entries that documents can name.
 * @param build the build that contains them, from the root.
 */
export function createAssets(config: { root: string; viteOrigin: string | null }): Assets
export function createAssets<Name extends string>(
  config: { root: string; viteOrigin: string | null },
  table: Record<Name, Pick<PageEntry, 'module'>>,
  build?: Build,
): Assets<Name>
export function createAssets(
  { root, viteOrigin }: { root: string; viteOrigin: string | null },
  table: Record<string, Pick<PageEntry, 'module'>> = entries,
  { folder, base }: Build = { folder: 'dist/web', base: '/' },
): Assets<string> {
  if (viteOrigin !== null) return (entry) => ({ ...none, scripts: developmentTags(viteOrigin, table[entry]!.module) })
  const build: Build = { folder: join(root, folder), base }
  const path = join(build.folder, 'manifest.json')
  let cached: { at: number; assets: Map<string, DocumentAssets>; manifest: Manifest } | null = null

  /** Rereads the manifest when its modification time changes: a build may replace the files while the server runs. */
  const read = (): typeof cached => {
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (at === undefined) return null
    if (cached?.at !== at) cached = { at, assets: new Map(), manifest: Manifest.parse(JSON.parse(readFileSync(path, 'utf8'))) }
    return cached
  }

  return (entry, screen, isMember = false) => {
    const built = read()
    if (built === null) return none
    const key = `${entry} ${screen ?? ''} ${isMember}`
    const preloaded = [...(screen === undefined ? [] : [screenModules[screen]]), ...(isMember ? [memberModule] : [])]
    const assets = built.assets.get(key) ?? builtAssets(built.manifest, table[entry]!.module, preloaded, build)
    built.assets.set(key, assets)
    return assets
  }
}
