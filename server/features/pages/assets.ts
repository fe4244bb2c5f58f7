/** Which scripts and styles a page loads: what Vite built, or the modules of its development server. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { tag } from './html.ts'
import type { Screen } from './page.ts'

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), css: z.array(z.string()).default([]) }),
)
type Manifest = z.infer<typeof Manifest>

const entry = 'renderer/main.tsx'

/** The code of each screen, which the entry imports when it knows the address: the document knows it already. */
const screens: Record<Screen, string> = {
  discover: 'renderer/features/discover/DiscoverScreen.tsx',
  bead: 'renderer/features/bead/BeadScreen.tsx',
  post: 'renderer/features/post/PostScreen.tsx',
  member: 'renderer/features/member/MemberScreen.tsx',
  search: 'renderer/features/search/page/SearchScreen.tsx',
  auth: 'renderer/features/auth/LoginScreen.tsx',
  about: 'renderer/features/about/AboutScreen.tsx',
  legal: 'renderer/features/legal/LegalScreen.tsx',
  feed: 'renderer/features/feed/FeedScreen.tsx',
  collection: 'renderer/features/collection/CollectionScreen.tsx',
  members: 'renderer/features/people/MembersScreen.tsx',
  beadFollowers: 'renderer/features/people/BeadFollowersScreen.tsx',
  tagFollowers: 'renderer/features/people/TagFollowersScreen.tsx',
  preferences: 'renderer/features/preferences/PreferencesScreen.tsx',
  followTags: 'renderer/features/followTags/FollowTagsScreen.tsx',
  tvConnect: 'renderer/features/tvConnect/TvConnectScreen.tsx',
  privileges: 'renderer/features/admin/PrivilegesScreen.tsx',
  admin: 'renderer/features/admin/AdminScreen.tsx',
  notFound: 'renderer/features/notFound/NotFoundScreen.tsx',
}

/** Tags for a document's head. */
export type Assets = (screen: Screen) => string

/** These chunks and all that they import, each once, what is imported first. Chunks may import each other. */
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

export function builtTags(manifest: Manifest, screen: Screen): string {
  const main = manifest[entry]
  if (!main) return ''
  const chunks = chunksOf(manifest, [entry, screens[screen]])
  const styles = new Set(chunks.flatMap((key) => manifest[key]!.css))
  const preloads = chunks.filter((key) => key !== entry).map((key) => manifest[key]!.file)
  return [
    ...[...styles].map((file) => tag('link', { rel: 'stylesheet', href: `/${file}` })),
    `${tag('script', { type: 'module', src: `/${main.file}` })}</script>`,
    ...preloads.map((file) => tag('link', { rel: 'modulepreload', href: `/${file}` })),
  ].join('\n')
}

/** What Vite would write into an index.html of its own: its client, and React's preamble of hot reloading. */
export function developmentTags(origin: string): string {
  const preamble = `import { injectIntoGlobalHook } from ${JSON.stringify(`${origin}/@react-refresh`)}
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type`
  return [
    `<script type="module">${preamble}</script>`,
    `${tag('script', { type: 'module', src: `${origin}/@vite/client` })}</script>`,
    `${tag('script', { type: 'module', src: `${origin}/${entry}` })}</script>`,
  ].join('\n')
}

/** @param root the folder of package.json. Where nothing is built, documents have words and no scripts. */
export function createAssets({ root, viteOrigin }: { root: string; viteOrigin: string | null }): Assets {
  if (viteOrigin !== null) return () => developmentTags(viteOrigin)
  const path = join(root, 'dist/web/manifest.json')
  let known: { at: number; tags: Map<Screen, string>; manifest: Manifest } | null = null

  /** Read again when it has changed: a build while the server runs puts other files in the place of the old. */
  const read = (): typeof known => {
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (at === undefined) return null
    if (known?.at !== at) known = { at, tags: new Map(), manifest: Manifest.parse(JSON.parse(readFileSync(path, 'utf8'))) }
    return known
  }

  return (screen) => {
    const built = read()
    if (built === null) return ''
    const tags = built.tags.get(screen) ?? builtTags(built.manifest, screen)
    built.tags.set(screen, tags)
    return tags
  }
}
