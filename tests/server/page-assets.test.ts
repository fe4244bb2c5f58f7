import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createAssets, type DocumentAssets } from '../../server/features/pages/assets.ts'
import { inlineStyles, renderDocument } from '../../server/features/pages/document.ts'
import { plainPages } from '../../server/features/pages/plain.ts'

const root = mkdtempSync(join(tmpdir(), 'strand-assets-'))
afterAll(() => rmSync(root, { recursive: true }))

const manifest = {
  'renderer/main.tsx': {
    file: 'assets/main-1.js',
    isEntry: true,
    imports: ['_react.js', '_kit.js'],
    dynamicImports: ['renderer/screens/bead/BeadScreen.tsx'],
    css: ['assets/main-1.css'],
  },
  '_react.js': { file: 'assets/react-1.js' },
  '_kit.js': { file: 'assets/kit-1.js', imports: ['_react.js'], css: ['assets/kit-1.css'] },
  '_view.js': { file: 'assets/view-1.js', imports: ['_kit.js', '_ring.js'], css: ['assets/view-1.css', 'assets/kit-1.css'] },
  '_ring.js': { file: 'assets/ring-1.js', imports: ['_view.js'] },
  'renderer/screens/bead/BeadScreen.tsx': { file: 'assets/BeadScreen-1.js', imports: ['_view.js'] },
  'renderer/widgets/notifications/index.ts': { file: 'assets/members-1.js', imports: ['_kit.js'], css: ['assets/members-1.css'] },
  'renderer/screens/member/MemberScreen.tsx': { file: 'assets/MemberScreen-1.js', css: ['assets/member-1.css'] },
}
const write = (content: object, at: number) => {
  mkdirSync(join(root, 'dist/web/assets'), { recursive: true })
  for (const name of ['main', 'kit', 'view', 'members', 'member']) writeFileSync(join(root, `dist/web/assets/${name}-1.css`), `.${name}{}`)
  const path = join(root, 'dist/web/manifest.json')
  writeFileSync(path, JSON.stringify(content))
  utimesSync(path, at, at)
}
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, file]) => file)

describe('BY13 scripts and styles of a document', () => {
  it('BY13 without a build there are none', () => {
    expect(createAssets({ root, viteOrigin: null })('app', 'bead')).toEqual({ scripts: '', styles: '', inlined: null })
  })

  it('BY13 the entry runs after its imports; these and the code of the screen are preloaded, each once', () => {
    write(manifest, 1000)
    const { scripts, styles, inlined } = createAssets({ root, viteOrigin: null })('app', 'bead')
    expect(all(scripts, /<script type="module" src="([^"]*)">/g)).toEqual(['/assets/react-1.js', '/assets/kit-1.js', '/assets/main-1.js'])
    expect(all(scripts, /rel="modulepreload" href="([^"]*)"/g).toSorted()).toEqual([
      '/assets/BeadScreen-1.js',
      '/assets/kit-1.js',
      '/assets/react-1.js',
      '/assets/ring-1.js',
      '/assets/view-1.js',
    ])
    const sheets = ['/assets/kit-1.css', '/assets/main-1.css', '/assets/view-1.css']
    expect(all(styles, /rel="stylesheet" href="([^"]*)"/g)).toEqual(sheets)
    expect(all(inlined!().markers, /rel="stylesheet" href="([^"]*)" disabled/g)).toEqual(sheets)
    expect(inlined!().css).toBe('.kit{}.main{}.view{}')
    expect(scripts + styles).not.toContain('member')
  })

  it('BY24 a document contains its style sheets, also if the browser renders its screen; without the rules, it links them', () => {
    write(manifest, 1500)
    const built = createAssets({ root, viteOrigin: null })('app', 'bead')
    const documentWith = (assets: DocumentAssets) =>
      renderDocument(plainPages['/preferences']!, { publicUrl: 'https://strand.test', theme: null, settings: {}, assets, build: null })
    const contained = documentWith(built)
    expect(contained).toContain('<style>.kit{}.main{}.view{}</style>')
    expect(inlineStyles(built, null)).toBe('.kit{}.main{}.view{}')
    expect(all(contained, /<link rel="stylesheet" href="([^"]*)">/g)).toEqual([])
    expect(contained).toContain(built.scripts)
    const linked = documentWith({ ...built, inlined: null })
    expect(linked).not.toContain('<style>')
    expect(all(linked, /<link rel="stylesheet" href="([^"]*)">/g)).toEqual([
      '/assets/kit-1.css',
      '/assets/main-1.css',
      '/assets/view-1.css',
    ])
  })

  it("BY24 a member's document preloads what members use, a visitor's does not", () => {
    const assets = createAssets({ root, viteOrigin: null })
    const files = ['/assets/members-1.js', '/assets/members-1.css']
    const tags = (isMember?: boolean) => {
      const { scripts, styles } = assets('app', 'bead', isMember)
      return scripts + styles
    }
    for (const file of files) {
      expect(tags(true)).toContain(file)
      expect(tags(false)).not.toContain(file)
      expect(tags()).not.toContain(file)
    }
  })

  it('BY13 a new build is picked up while the server runs', () => {
    write(manifest, 2000)
    const assets = createAssets({ root, viteOrigin: null })
    expect(assets('app', 'notFound').scripts).toContain('main-1.js')
    write({ ...manifest, 'renderer/main.tsx': { file: 'assets/main-2.js' } }, 3000)
    expect(assets('app', 'notFound').scripts).toContain('main-2.js')
  })

  it('BY13 in development the assets come from Vite', () => {
    const { scripts: tags } = createAssets({ root, viteOrigin: 'http://127.0.0.1:5173' })('app', 'bead')
    expect(all(tags, /src="([^"]*)"/g)).toEqual(['http://127.0.0.1:5173/@vite/client', 'http://127.0.0.1:5173/renderer/main.tsx'])
    expect(tags).toContain('from "http://127.0.0.1:5173/@react-refresh"')
  })
})
