/** Servers that cannot be shown: each problem has a page with a next step. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { certificate } from '../support/cast/device.ts'
import { expect, missing, test, type Desktop, type Page } from './application.ts'

test.skip(missing !== '', missing)

/** Runs a server on a free loopback port while `use` runs. */
async function serve(server: Server | SecureServer, use: (port: number) => Promise<void>): Promise<void> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await use((server.address() as AddressInfo).port)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Its certificate is self-signed, and for another name. */
const insecureServer = (): SecureServer => createSecureServer(certificate, (_request, response) => void response.end('<p>'))

/** A Strand server with the next version of the API. */
function newerServer(): Server {
  const answers: Readonly<Record<string, object>> = {
    '/healthz': { status: 'ok', database: 'sqlite' },
    '/api/openapi.json': { info: { title: 'Strand', version: '2' } },
  }
  return createServer(({ url = '' }, response) => {
    const answer = answers[url]
    response.writeHead(200, { 'Content-Type': answer === undefined ? 'text/html' : 'application/json' })
    response.end(answer === undefined ? '<!doctype html><p>Version 2</p>' : JSON.stringify(answer))
  })
}

/** An origin at which nothing listens. */
async function closedOrigin(): Promise<string> {
  let origin = ''
  await serve(createServer(), async (port) => void (origin = `http://127.0.0.1:${port}`))
  return origin
}

async function enterAddress(page: Page, address: string): Promise<void> {
  await page.getByLabel('Server address').fill(address)
  await page.getByRole('button', { name: 'Connect' }).click()
}

async function expectProblem(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  await page.getByRole('link', { name: 'Choose another server' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a server' })).toBeVisible()
}

/** A server is remembered only once it has been found compatible. */
const expectNoServer = ({ settings }: Desktop): void => expect(settings().servers).toEqual({ servers: [], current: null })

test('BY15 a server that does not run → a page with a next step', async ({ launch }) => {
  const { page } = await launch({ servers: [await closedOrigin()] })
  await expectProblem(page, 'The server cannot be reached')
})

test('BY15 a new server with an invalid certificate → a page that says so; the server is not remembered', async ({ launch }) => {
  await serve(insecureServer(), async (port) => {
    const desktop = await launch({ servers: [] })
    await enterAddress(desktop.page, `https://127.0.0.1:${port}`)
    await expectProblem(desktop.page, 'The connection is not secure')
    expectNoServer(desktop)
  })
})

test('BY15 a known server whose certificate is now invalid → the same page', async ({ launch }) => {
  await serve(insecureServer(), async (port) => {
    const { page } = await launch({ servers: [`https://127.0.0.1:${port}`] })
    await expectProblem(page, 'The connection is not secure')
  })
})

test('BY15 a new server of an incompatible version → a page that says so; the server is not remembered', async ({ launch }) => {
  await serve(newerServer(), async (port) => {
    const desktop = await launch({ servers: [] })
    await enterAddress(desktop.page, `http://127.0.0.1:${port}`)
    await desktop.page.getByRole('link', { name: 'Connect without encryption' }).click()
    await expectProblem(desktop.page, 'Incompatible version')
    expectNoServer(desktop)
  })
})

test('BY15 a known server that was upgraded to an incompatible version → the same page', async ({ launch }) => {
  await serve(newerServer(), async (port) => {
    const { page } = await launch({ servers: [`http://127.0.0.1:${port}`] })
    await expectProblem(page, 'Incompatible version')
  })
})
