/**
 * The import rules: one row per folder. The first row whose `files` match a file applies to it. Files that match no row (tests, build
 * scripts) may import anything.
 *
 * Patterns: `*` is a part of a name, `**` any path, `{a,b}` alternatives, and `<own>` in `may` the name that `<own>` matched in `files`.
 * A pattern in `may` that begins with `type ` permits only types. `packages` lists the permitted packages and `node:` modules; without it,
 * all are permitted except the reserved ones.
 *
 * @typedef {{ files: string, may: string[], packages?: string[], why: string }} Door
 */

/** The files of the contract without zod. From the others, the renderer imports only types. */
const contractForBrowsers = ['type server/contract/**', 'server/contract/{limits,messages,rules,ids,share,legal/*,pages/*}.ts']

const pagePackages = ['react', 'react-dom', 'react-redux', 'wouter', '@base-ui/react', 'lucide-react', '@reduxjs/toolkit']

/** The folders that widgets and screens may import. */
const belowWidgets = [
  'renderer/player/index.ts',
  'renderer/data/**',
  'renderer/host/platform.ts',
  'renderer/host/queueFeed.ts',
  'renderer/navigation/**',
  'renderer/ui/**',
  'renderer/texts/**',
  ...contractForBrowsers,
]

/** @type {Door[]} */
export const doors = [
  {
    files: 'server/contract/pages/**',
    may: ['server/contract/pages/**', 'server/contract/{limits,messages,rules,ids,share}.ts'],
    packages: [],
    why: 'Page logic is shared by server documents and the renderer: it depends on plain values of the contract only.',
  },
  {
    files: 'server/contract/**',
    may: ['server/contract/*', 'server/contract/{endpoints,legal,rules,schemas,words}/**'],
    packages: ['zod'],
    why: 'The contract is the promise to every client: it imports nothing but zod, and no page logic, so that it can be read and published alone.',
  },
  {
    files: 'server/access/**',
    may: ['server/access/**', 'type server/contract/**'],
    why: 'Access types lie below every feature, so that a feature can name a viewer without importing another feature.',
  },
  {
    files: 'server/features/{blocks,relations}/**',
    may: ['server/features/{blocks,relations}/**', 'server/access/**', 'server/contract/**', 'server/db/**', 'server/http/**'],
    why: 'Blocks and relations are the bottom of the features: every other feature may use them, so they import none.',
  },
  {
    files: 'server/features/<own>/**',
    may: [
      'server/features/<own>/**',
      'server/features/*/service.ts',
      'server/access/**',
      'server/contract/**',
      'server/db/**',
      'server/http/**',
      'server/objects/store.ts',
      'server/outbox/**',
      'type server/config.ts',
      'search/port.ts',
    ],
    why: 'A feature stands on the contract, the database, http and the search port; what it wants of another feature it asks its service.ts.',
  },
  {
    files: 'server/config{.ts,/**}',
    may: ['server/config/**'],
    why: 'The configuration is read before anything else exists, so it imports nothing else of Strand.',
  },
  {
    files: 'server/db/**',
    may: [
      'server/db/**',
      'server/contract/**',
      'server/features/*/{entities,backfill}.ts',
      'server/outbox/entities.ts',
      'server/config.ts',
    ],
    why: 'The database knows columns, not rules: of a feature it may see entities.ts, and the backfill.ts that its migration runs.',
  },
  {
    files: 'server/outbox/**',
    may: ['server/outbox/**', 'server/db/**'],
    why: 'The outbox carries the facts of every feature and therefore knows none; consumers reach it as arguments.',
  },
  {
    files: 'server/objects/**',
    may: ['server/objects/**', 'server/config.ts'],
    why: 'The object store knows names and bytes; what they mean is known to the features that store them.',
  },
  {
    files: 'server/http/**',
    may: ['server/http/**', 'server/contract/**', 'server/config.ts', 'type server/features/*/service.ts'],
    why: 'http carries every feature and therefore knows none; services reach it as arguments.',
  },
  {
    files: 'server/transfer/**',
    may: ['server/transfer/**', 'server/db/**', 'server/objects/store.ts', 'server/config.ts'],
    why: 'A transfer carries rows of any table and knows the meaning of none.',
  },
  {
    files: 'server/demo/**',
    may: ['server/**'],
    why: "The demo world is made with the server's own means, never with a client's.",
  },
  {
    files: 'server/*',
    may: ['server/**', 'search/**'],
    why: 'The server knows no client: it must run where no page, no desktop shell and no test exists.',
  },
  {
    files: 'search/**',
    may: ['search/**', 'type server/contract/**'],
    why: 'Search speaks in domain words behind its port, so that an index can be exchanged without touching the server.',
  },
  {
    files: 'renderer/player/outputs/hosted{,/**,.ts,.tsx}',
    may: ['renderer/player/**', ...contractForBrowsers],
    packages: ['@reduxjs/toolkit', 'redux-saga', 'react', 'react-dom', 'react-player', 'hls.js', 'dashjs'],
    why: 'The hosted output wraps react-player and is still the engine: it knows no screen and no app.',
  },
  {
    files: 'renderer/player/outputs/**',
    may: ['renderer/player/**', ...contractForBrowsers],
    packages: ['@vimeo/player', 'hls.js', 'dashjs'],
    why: 'An output turns one provider into seven methods; React belongs to outputs/hosted only.',
  },
  {
    files: 'renderer/player/**',
    may: ['renderer/player/**', ...contractForBrowsers],
    packages: ['@reduxjs/toolkit', 'redux-saga'],
    why: 'The engine is plain TypeScript that also runs on a television: no React, no features, no app.',
  },
  {
    files: 'renderer/texts/**',
    may: ['renderer/texts/**', ...contractForBrowsers],
    packages: [],
    why: 'The catalogue of texts is data for translators; it depends on nothing that runs.',
  },
  {
    files: 'renderer/worker/**',
    may: ['renderer/worker/**', 'renderer/texts/**', ...contractForBrowsers],
    packages: [],
    why: 'The service worker lives without a page: it knows no screen and no store, and every byte of it is fetched beside them.',
  },
  {
    files: 'renderer/ui/richText/**',
    may: ['renderer/ui/richText/**', 'renderer/ui/{composing,editable}.ts', ...contractForBrowsers],
    packages: ['prosemirror-history', 'prosemirror-keymap', 'prosemirror-model', 'prosemirror-state', 'prosemirror-view'],
    why: 'The editor wraps ProseMirror, which nothing else knows, and holds no component: it is tested without a page.',
  },
  {
    files: 'renderer/ui/**',
    may: ['renderer/ui/**', 'renderer/texts/**', ...contractForBrowsers],
    packages: ['react', 'react-dom', 'wouter', '@base-ui/react', 'lucide-react'],
    why: 'Components of ui are dumb: they get everything as props, so that any screen can use them.',
  },
  {
    files: 'renderer/navigation/**',
    may: ['renderer/navigation/**', 'renderer/ui/**', 'renderer/texts/**', ...contractForBrowsers],
    packages: ['react', 'wouter'],
    why: 'Addresses and history work without data: navigation knows ui and the contract only.',
  },
  {
    files: 'renderer/data/**',
    may: [
      'renderer/data/**',
      'renderer/navigation/**',
      'renderer/player/index.ts',
      'renderer/worker/scope.ts',
      'renderer/ui/**',
      'renderer/texts/**',
      ...contractForBrowsers,
    ],
    packages: ['react', 'react-redux', '@reduxjs/toolkit'],
    why: 'The data layer holds the API client and its caches; every entry of the renderer can use it, so it knows no widget, no screen and no store.',
  },
  {
    files: 'renderer/host/**',
    may: [
      'renderer/host/**',
      'renderer/data/**',
      'renderer/player/index.ts',
      'renderer/ui/**',
      'renderer/texts/**',
      ...contractForBrowsers,
      'type electron/bridge.ts',
    ],
    packages: ['@reduxjs/toolkit'],
    why: 'The host gives the player engine what a page has: storage, tabs, network, reports, platform. It knows no widget and no screen.',
  },
  {
    files: 'renderer/widgets/gallery/**',
    may: ['renderer/widgets/gallery/**', 'renderer/widgets/*/index.{ts,tsx}', ...belowWidgets],
    packages: [...pagePackages, 'yet-another-react-lightbox'],
    why: 'The gallery wraps the lightbox, which nothing else imports; otherwise it is a widget like the others.',
  },
  {
    files: 'renderer/widgets/<own>/**',
    may: ['renderer/widgets/<own>/**', 'renderer/widgets/*/index.{ts,tsx}', ...belowWidgets],
    packages: pagePackages,
    why: 'A widget is a part that several screens use: it uses other widgets through their index, and never a screen.',
  },
  {
    files: 'renderer/screens/<own>/**',
    may: ['renderer/screens/<own>/**', 'renderer/screens/*/index.{ts,tsx}', 'renderer/widgets/*/index.{ts,tsx}', ...belowWidgets],
    packages: pagePackages,
    why: 'A screen uses the engine through player/index, the server through data, and other screens and widgets through their index.',
  },
  {
    files: 'renderer/app/**',
    may: ['renderer/**', ...contractForBrowsers],
    packages: [...pagePackages, 'redux-saga'],
    why: 'The app composes the renderer; of the desktop shell it knows nothing, and of the contract nothing with zod.',
  },
  {
    files: 'renderer/tv/**',
    may: ['renderer/tv/**', 'renderer/app/polyfills.ts', ...belowWidgets, 'renderer/host/**'],
    packages: [...pagePackages, 'core-js', 'qr', 'chromecast-caf-receiver'],
    why: 'The page of a television is an app of its own: the engine with the ports of the host, and screens for a remote control.',
  },
  {
    files: 'renderer/embed/loader.ts',
    may: ['renderer/embed/messages.ts', 'renderer/texts/en/widget.ts', 'server/contract/pages/widget.ts'],
    packages: [],
    why: 'The script variant of the widget runs in pages of other sites: every byte of it is theirs to load.',
  },
  {
    files: 'renderer/embed/**',
    may: [
      'renderer/embed/**',
      'renderer/player/index.ts',
      'renderer/host/{mediaSession,tabs}.ts',
      'renderer/texts/**',
      ...contractForBrowsers,
    ],
    packages: ['@reduxjs/toolkit'],
    why: 'The widget of other sites stores nothing and is small: no React, no data client, and of the host only what has no storage.',
  },
  {
    files: 'renderer/**',
    may: ['renderer/**', ...contractForBrowsers],
    packages: [...pagePackages, 'redux-saga'],
    why: 'What runs in the browser stays in the renderer and takes only types and plain values of the contract.',
  },
  {
    files: 'electron/cast/**',
    may: ['electron/cast/**', 'type server/contract/**'],
    packages: ['bonjour-service', 'zod', 'node:crypto', 'node:net', 'node:tls'],
    why: 'Casting is plain Node, so that it is tested without the desktop shell.',
  },
  {
    files: 'electron/policy/**',
    may: ['electron/policy/**', 'renderer/texts/en/desktop.ts'],
    packages: ['ipaddr.js'],
    why: 'Policies are pure functions: they decide, and the shell carries out, so that they are tested without Electron and Node.',
  },
  {
    files: 'electron/{bridge,castMessages}.ts',
    may: ['type electron/policy/**', 'type electron/cast/index.ts', 'electron/castMessages.ts'],
    packages: ['zod'],
    why: 'The bridge is a contract that page, preload script and shell read: it imports nothing but zod and types.',
  },
  {
    files: 'electron/preload/**',
    may: ['electron/preload/**', 'electron/bridge.ts'],
    packages: ['electron', 'zod'],
    why: 'The preload script runs in a sandbox without Node, before each page: it is the bridge and nothing else.',
  },
  {
    files: 'electron/shell/**',
    may: [
      'electron/shell/**',
      'electron/policy/**',
      'electron/{bridge,castMessages}.ts',
      'electron/cast/index.ts',
      'renderer/texts/en/desktop.ts',
    ],
    packages: ['electron', 'electron-updater', 'node:crypto', 'node:fs', 'node:path'],
    why: 'The shell connects Electron with the policies, which decide; it never carries a server or a page inside.',
  },
  {
    files: 'electron/**',
    may: ['electron/**', 'type server/contract/**'],
    why: 'The desktop shell is a window onto a server; it never carries one inside.',
  },
]

/** Packages that only certain files may import, for rows without `packages`. @type {{ name: string, only: string, why: string }[]} */
export const reserved = [
  {
    name: 'electron',
    only: '{electron/{shell,preload},tests,build}/**',
    why: 'Electron exists in the desktop shell and its preload script only; everything else must run without it.',
  },
  { name: 'react', only: '{renderer,tests,build}/**', why: 'React belongs to the renderer.' },
  { name: 'react-dom', only: '{renderer,tests,build}/**', why: 'React belongs to the renderer.' },
  { name: 'express', only: '{server,tests,build}/**', why: 'Express belongs to the server.' },
  { name: '@aws-sdk/client-s3', only: '{server/objects,tests,build}/**', why: 'Objects are stored behind one interface, server/objects.' },
  { name: 'typeorm', only: '{server,tests,build}/**', why: 'The database belongs to the server.' },
]
