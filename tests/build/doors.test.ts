import { ESLint } from 'eslint'
import { beforeAll, describe, expect, it } from 'vitest'
import { doors, reserved } from '../../build/lint/doors.js'

const eslint = new ESLint({
  overrideConfigFile: 'build/eslint.config.js',
  // The sources below are not files, so rules that need types cannot run: only our own rules do.
  ruleFilter: ({ ruleId }) =>
    ['strand/doors', 'strand/subpaths', 'no-restricted-syntax', 'no-restricted-globals', 'no-console', 'max-lines'].includes(ruleId),
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
})

async function complaints(filePath: string, source: string): Promise<string[]> {
  const [result] = await eslint.lintText(source, { filePath })
  return result!.messages.map(({ message }) => message)
}

const why = (files: string): string => doors.find((door) => door.files === files)!.why
const cases: { room: string; file: string; shut: string[]; open: string[] }[] = [
  {
    room: 'server/contract/pages/**',
    file: 'server/contract/pages/example.ts',
    shut: ["import { z } from 'zod'", "import { Post } from '../schemas.ts'", "import { Errors } from '#http/errors.ts'"],
    open: ["import { limits } from '../limits.ts'", "import { isPreview } from './playlist.ts'"],
  },
  {
    room: 'server/contract/**',
    file: 'server/contract/example.ts',
    shut: [
      "import { isPreview } from './pages/playlist.ts'",
      "import { Errors } from '#http/errors.ts'",
      "import express from 'express'",
      "import { join } from 'node:path'",
      "import type { Config } from '../config.ts'",
    ],
    open: ["import { z } from 'zod'", "import { limits } from './limits.ts'"],
  },
  {
    room: 'server/access/**',
    file: 'server/access/viewer.ts',
    shut: ["import { createBeads } from '../features/beads/service.ts'", "import { limits } from '#contract/index.ts'"],
    open: ["import type { Privileges } from '#contract/index.ts'"],
  },
  {
    room: 'server/features/{blocks,relations}/**',
    file: 'server/features/relations/service.ts',
    shut: ["import { createBeads } from '../beads/service.ts'", "import { emit } from '#outbox/outbox.ts'"],
    open: ["import type { Viewer } from '#access/viewer.ts'", "import { sql } from '#db/sql.ts'"],
  },
  {
    room: 'server/features/<own>/**',
    file: 'server/features/posts/service.ts',
    shut: [
      "import { BeadEntity } from '../beads/entities.ts'",
      "import { config } from '../../config.ts'",
      "import { texts } from '#texts/index.ts'",
      "export * from '../beads/ranking.ts'",
      "const late = await import('../beads/ranking.ts')",
      "import { embedded } from '#search/embedded.ts'",
    ],
    open: [
      "import { createBeads } from '../beads/service.ts'",
      "import { limits } from '#contract/index.ts'",
      "import { id } from '#db/columns.ts'",
      "import { StrandError } from '#http/errors.ts'",
      "import type { Config } from '../../config.ts'",
      "import { rank } from './ranking.ts'",
      "import type { SearchPort } from '#search/port.ts'",
      "import { In } from 'typeorm'",
    ],
  },
  {
    room: 'server/db/**',
    file: 'server/db/example.ts',
    shut: ["import { createBeads } from '../features/beads/service.ts'", "import { mount } from '#http/mount.ts'"],
    open: ["import { BeadEntity } from '../features/beads/entities.ts'"],
  },
  {
    room: 'server/http/**',
    file: 'server/http/example.ts',
    shut: ["import { createBeads } from '../features/beads/service.ts'", "import { BeadEntity } from '../features/beads/entities.ts'"],
    open: ["import type { Accounts } from '../features/accounts/service.ts'", "import { endpoints } from '#contract/index.ts'"],
  },
  {
    room: 'server/config{.ts,/**}',
    file: 'server/config.ts',
    shut: ["import { limits } from '#contract/limits.ts'", "import { createLog } from '#http/log.ts'"],
    open: ["import { z } from 'zod'", "import { variables } from './config/variables.ts'"],
  },
  {
    room: 'server/*',
    file: 'server/app.ts',
    shut: [
      "import { App } from '../renderer/app/App.tsx'",
      "import { createCast } from '../electron/cast/index.ts'",
      "import { startTestServer } from '../tests/support/server.ts'",
    ],
    open: ["import { createBeads } from './features/beads/service.ts'", "import express from 'express'"],
  },
  {
    room: 'server/outbox/**',
    file: 'server/outbox/outbox.ts',
    shut: ["import { createMail } from '../features/mail/service.ts'", "import { StrandError } from '#http/errors.ts'"],
    open: ["import { transaction } from '#db/transaction.ts'", "import type { Logger } from 'pino'"],
  },
  {
    room: 'server/objects/**',
    file: 'server/objects/s3.ts',
    shut: ["import { sql } from '#db/sql.ts'", "import { StrandError } from '#http/errors.ts'"],
    open: ["import { StartupError } from '../config.ts'", "import type { ObjectStore } from './store.ts'"],
  },
  {
    room: 'server/transfer/**',
    file: 'server/transfer/backup.ts',
    shut: ["import { MemberEntity } from '../features/accounts/entities.ts'", "import { mount } from '#http/mount.ts'"],
    open: ["import { migrate } from '#db/data-source.ts'", "import { StartupError } from '../config.ts'"],
  },
  {
    room: 'search/**',
    file: 'search/embedded.ts',
    shut: ["import { BeadEntity } from '../server/features/beads/entities.ts'", "import { limits } from '#contract/limits.ts'"],
    open: ["import type { Bead } from '#contract/index.ts'", "import type { SearchPort } from './port.ts'"],
  },
  {
    room: 'renderer/player/**',
    file: 'renderer/player/sagas/session.ts',
    shut: [
      "import { useState } from 'react'",
      "import { api } from '../../app/api.ts'",
      "import { Card } from '../../features/post/index.ts'",
      "import { texts } from '#texts/index.ts'",
      "import { endpoints } from '#contract/index.ts'",
    ],
    open: [
      "import { call } from 'redux-saga/effects'",
      "import type { Media } from '#contract/index.ts'",
      "import { advance } from '../queue.ts'",
    ],
  },
  {
    room: 'renderer/player/outputs/**',
    file: 'renderer/player/outputs/youtube.ts',
    shut: ["import { createRoot } from 'react-dom/client'", "import ReactPlayer from 'react-player'"],
    open: ["import type { Output } from '../ports.ts'", "import Hls from 'hls.js'"],
  },
  {
    room: 'renderer/player/outputs/hosted{,/**,.ts,.tsx}',
    file: 'renderer/player/outputs/hosted.tsx',
    shut: ["import { store } from '../../app/store.ts'"],
    open: ["import { createRoot } from 'react-dom/client'", "import ReactPlayer from 'react-player'"],
  },
  {
    room: 'renderer/widgets/gallery/**',
    file: 'renderer/widgets/gallery/Gallery.tsx',
    shut: ["import { PostCard } from '../post/PostCard.tsx'", "import { store } from '../../app/store.ts'", "import { z } from 'zod'"],
    open: [
      "import Lightbox from 'yet-another-react-lightbox'",
      "import Zoom from 'yet-another-react-lightbox/plugins/zoom'",
      "import { PostControls } from '../post/index.ts'",
    ],
  },
  {
    room: 'renderer/screens/<own>/**',
    file: 'renderer/screens/bead/BeadPage.tsx',
    shut: [
      "import Lightbox from 'yet-another-react-lightbox'",
      "import { PostCard } from '#widgets/post/PostCard.tsx'",
      "import { advance } from '#player/queue.ts'",
      "import { store } from '../../app/store.ts'",
      "import { BeadEntity } from '../../../server/features/beads/entities.ts'",
      "import { z } from 'zod'",
      "import { Bead } from '#contract/schemas.ts'",
    ],
    open: [
      "import { useState } from 'react'",
      "import { PostCard } from '#widgets/post/index.ts'",
      "import { playQueue } from '#player/index.ts'",
      "import { limits } from '#contract/limits.ts'",
      "import type { Bead } from '#contract/index.ts'",
      "import { type Bead } from '#contract/schemas.ts'",
      "type Late = import('#contract/index.ts').Bead",
    ],
  },
  {
    room: 'renderer/widgets/<own>/**',
    file: 'renderer/widgets/post/PostCard.tsx',
    shut: [
      "import { BeadView } from '../../screens/bead/index.ts'",
      "import { Row } from '../people/MemberRow.tsx'",
      "import { store } from '../../app/store.ts'",
    ],
    open: ["import { MemberRow } from '../people/index.ts'", "import { useMe } from '#data/index.ts'", "import { useState } from 'react'"],
  },
  {
    room: 'renderer/navigation/**',
    file: 'renderer/navigation/links.ts',
    shut: [
      "import { preloadPath } from '../app/screens.ts'",
      "import { api } from '#data/api.ts'",
      "import { call } from 'redux-saga/effects'",
    ],
    open: ["import { navigate } from './history.ts'", "import { onExit } from '#ui/exit.ts'"],
  },
  {
    room: 'renderer/data/**',
    file: 'renderer/data/purge.ts',
    shut: [
      "import type { Store } from '../app/store.ts'",
      "import { feed } from '#host/queueFeed.ts'",
      "import { PostCard } from '#widgets/post/index.ts'",
      "import { PostScreen } from '../screens/post/PostScreen.tsx'",
    ],
    open: ["import { navigate } from '#navigation/history.ts'", "import { createApi } from '@reduxjs/toolkit/query/react'"],
  },
  {
    room: 'renderer/host/**',
    file: 'renderer/host/session.ts',
    shut: [
      "import type { Store } from '../app/store.ts'",
      "import { listen } from '#widgets/shortcuts/index.ts'",
      "import { useState } from 'react'",
      "import { bridge } from '../../electron/bridge.ts'",
    ],
    open: [
      "import { storage } from '#data/storage.ts'",
      "import { player } from '#player/index.ts'",
      "import type { Bridge } from '../../electron/bridge.ts'",
    ],
  },
  {
    room: 'renderer/worker/**',
    file: 'renderer/worker/offlineCache.ts',
    shut: [
      "import { call } from '../app/api/client.ts'",
      "import { useState } from 'react'",
      "import { Button } from '#ui/Button.tsx'",
      "import { z } from 'zod'",
    ],
    open: [
      "import { push } from '#texts/en/push.ts'",
      "import { limits } from '#contract/limits.ts'",
      "import { wayOf } from './requests.ts'",
    ],
  },
  {
    room: 'renderer/ui/richText/**',
    file: 'renderer/ui/richText/editor.ts',
    shut: ["import { useState } from 'react'", "import { Icon } from '../Icon.tsx'", "import { t } from '#texts/index.ts'"],
    open: ["import { EditorState } from 'prosemirror-state'", "import { isOfInputMethod } from '../composing.ts'"],
  },
  {
    room: 'renderer/ui/**',
    file: 'renderer/ui/Button.tsx',
    shut: [
      "import { useStore } from 'react-redux'",
      "import { api } from '../app/api.ts'",
      "import { playQueue } from '#player/index.ts'",
      "import { EditorView } from 'prosemirror-view'",
    ],
    open: ["import { useId } from 'react'", "import { texts } from '#texts/index.ts'"],
  },
  {
    room: 'renderer/texts/**',
    file: 'renderer/texts/index.ts',
    shut: ["import { useId } from 'react'", "import { Button } from '#ui/Button.tsx'"],
    open: ["import { messages } from '#contract/messages.ts'"],
  },
  {
    room: 'renderer/tv/**',
    file: 'renderer/tv/TvScreen.tsx',
    shut: [
      "import { createStore } from '../app/store.ts'",
      "import { PlayerBar } from '#widgets/player/index.ts'",
      "import { z } from 'zod'",
      "import { endpoints } from '#contract/endpoints.ts'",
    ],
    open: [
      "import encodeQR from 'qr'",
      "import type * as framework from 'chromecast-caf-receiver/cast.framework'",
      "import 'core-js/actual/array/at'",
      "import '../app/polyfills.ts'",
      "import { createWebPlayer } from '#host/index.ts'",
      "import { player } from '#player/index.ts'",
    ],
  },
  {
    room: 'renderer/embed/loader.ts',
    file: 'renderer/embed/loader.ts',
    shut: ["import { t } from '#texts/index.ts'", "import { player } from '#player/index.ts'"],
    open: ["import { parseReport } from './messages.ts'"],
  },
  { room: 'renderer/embed/**', file: 'renderer/embed/player.ts', shut: ["import 'react'"], open: ["import { t } from '#texts/index.ts'"] },
  {
    room: 'renderer/app/**',
    file: 'renderer/app/menu.ts',
    shut: [
      "import type { Bridge } from '../../electron/bridge.ts'",
      "import { z } from 'zod'",
      "import { endpoints } from '#contract/endpoints.ts'",
    ],
    open: ["import { BeadPage } from '../features/bead/BeadPage.tsx'"],
  },
  {
    room: 'renderer/**',
    file: 'renderer/main.tsx',
    shut: [
      "import { createApp } from '../server/app.ts'",
      "import { createCast } from '../electron/cast/index.ts'",
      "import { readFile } from 'node:fs/promises'",
      "import { z } from 'zod'",
    ],
    open: ["import { App } from './app/App.tsx'", "import { createRoot } from 'react-dom/client'"],
  },
  {
    room: 'electron/cast/**',
    file: 'electron/cast/session.ts',
    shut: ["import { app } from 'electron'", "import { limits } from '#contract/limits.ts'", "import { window } from '../shell/window.ts'"],
    open: ["import { z } from 'zod'", "import { connect } from 'node:tls'", "import { openChannel } from './channel.ts'"],
  },
  {
    room: 'electron/policy/**',
    file: 'electron/policy/menu.ts',
    shut: [
      "import { app } from 'electron'",
      "import { readFileSync } from 'node:fs'",
      "import { watch } from '../cast/index.ts'",
      "import { createWindow } from '../shell/window.ts'",
      "import type { Post } from '#contract/index.ts'",
      "import { t } from '#texts/index.ts'",
    ],
    open: ["import ipaddr from 'ipaddr.js'", "import { desktop } from '#texts/en/desktop.ts'", "import { separator } from './actions.ts'"],
  },
  {
    room: 'electron/{bridge,castMessages}.ts',
    file: 'electron/bridge.ts',
    shut: ["import { app } from 'electron'", "import { isDeepLink } from './policy/deepLink.ts'", "import { join } from 'node:path'"],
    open: ["import * as z from 'zod/mini'", "import type { Intent } from './policy/deepLink.ts'"],
  },
  {
    room: 'electron/preload/**',
    file: 'electron/preload/index.ts',
    shut: [
      "import { join } from 'node:path'",
      "import { log } from '../shell/log.ts'",
      "import { isDeepLink } from '../policy/deepLink.ts'",
    ],
    open: ["import { ipcRenderer } from 'electron'", "import { requests } from '../bridge.ts'"],
  },
  {
    room: 'electron/shell/**',
    file: 'electron/shell/window.ts',
    shut: [
      "import { createApp } from '../../server/app.ts'",
      "import { createBridge } from '../preload/createBridge.ts'",
      "import { t } from '#texts/index.ts'",
      "import { createServer } from 'node:http'",
    ],
    open: [
      "import { app } from 'electron'",
      "import { readFileSync } from 'node:fs'",
      "import { menuBar } from '../policy/menu.ts'",
      "import { createCast } from '../cast/index.ts'",
    ],
  },
  {
    room: 'electron/**',
    file: 'electron/main.ts',
    shut: [
      "import { app } from 'electron'",
      "import { createApp } from '../server/app.ts'",
      "import { store } from '../renderer/app/store.ts'",
      "import { limits } from '#contract/limits.ts'",
    ],
    open: ["import { createCast } from './cast/index.ts'"],
  },
]

// Loads the linter before the first test, so that it does not count towards the time limit of that test.
beforeAll(() => complaints('renderer/example.ts', ''), 60_000)

describe('the doors between the rooms', () => {
  it.each(cases)('$room rejects forbidden imports with a reason', async ({ room, file, shut }) => {
    for (const source of shut) {
      const found = await complaints(file, source)
      expect(found, source).toHaveLength(1)
      expect(found[0], source).toContain('may not be imported here')
      const reasons = [why(room), ...reserved.map((entry) => entry.why)]
      const isExplained = reasons.some((reason) => found[0]!.endsWith(reason))
      expect(isExplained, found[0]).toBe(true)
    }
  })

  it.each(cases)('$room accepts allowed imports', async ({ file, open }) => {
    for (const source of open) expect(await complaints(file, source), source).toEqual([])
  })

  it('every door has a case here', () => {
    const rooms = doors.map(({ files }) => files).filter((files) => files !== 'server/demo/**')
    expect(cases.map(({ room }) => room).sort()).toEqual(rooms.sort())
  })

  it('Electron, React, Express and TypeORM are imported only in their folders', async () => {
    expect(await complaints('renderer/main.tsx', "import { app } from 'electron'")).toHaveLength(1)
    expect(await complaints('server/app.ts', "import { app } from 'electron'")).toHaveLength(1)
    expect(await complaints('server/http/document.ts', "import { renderToString } from 'react-dom/server'")).toHaveLength(1)
    expect(await complaints('electron/main.ts', "import express from 'express'")).toHaveLength(1)
  })

  it('BY19 policies of the desktop application read no process, clock, network or page', async () => {
    for (const name of ['process', 'console', 'window', 'fetch', 'setTimeout', 'Date'])
      expect(await complaints('electron/policy/menu.ts', `export const value = ${name}`), name).toHaveLength(1)
    expect(await complaints('electron/policy/menu.ts', "export const value = new URL('https://a.example')")).toEqual([])
  })

  it('BY19 only the preload script of the desktop application uses the modules of renderers', async () => {
    for (const name of ['ipcRenderer', 'contextBridge', 'webFrame'])
      expect(await complaints('electron/shell/window.ts', `import { ${name} } from 'electron'`), name).toHaveLength(1)
    expect(await complaints('electron/preload/index.ts', "import { ipcRenderer } from 'electron'")).toEqual([])
  })

  it('only server/config.ts reads the environment', async () => {
    for (const source of ['export const port = process.env.PORT', "import { env } from 'node:process'"]) {
      expect(await complaints('server/http/example.ts', source), source).toHaveLength(1)
      expect(await complaints('renderer/app/example.ts', source), source).not.toHaveLength(0)
    }
    expect(await complaints('server/config.ts', 'export const port = process.env.PORT')).toEqual([])
  })

  it('of the server, only server/main.ts writes to the console, and Cast takes a log', async () => {
    expect(await complaints('server/features/posts/service.ts', "console.log('x')")).toHaveLength(1)
    expect(await complaints('electron/cast/channel.ts', "console.log('x')")).toHaveLength(1)
    expect(await complaints('server/main.ts', "console.log('x')")).toEqual([])
  })

  it('BY21 a relative import into a folder with a subpath → rejected with that subpath; within the folder it is accepted', async () => {
    expect(await complaints('renderer/screens/post/example.ts', "import { Card } from '../../ui/Card.tsx'")).toEqual([
      'Import "../../ui/Card.tsx" as "#ui/Card.tsx": see imports in package.json.',
    ])
    expect(await complaints('renderer/screens/post/example.ts', "import { Card } from '#ui/Card.tsx'")).toEqual([])
    expect(await complaints('renderer/ui/example.ts', "import { Card } from './Card.tsx'")).toEqual([])
  })

  it('BY21 a product file of 401 lines and a test of 451 → rejected', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, line) => `export const value${line} = ${line}`).join('\n')
    expect(await complaints('server/http/long.ts', lines(401))).toHaveLength(1)
    expect(await complaints('server/http/long.ts', lines(400))).toEqual([])
    expect(await complaints('tests/server/long.test.ts', lines(451))).toHaveLength(1)
    expect(await complaints('tests/server/long.test.ts', lines(450))).toEqual([])
  })
})
