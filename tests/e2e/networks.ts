/**
 * Browser tests with both social networks: local OAuth 2 servers, and a Strand server that is configured for them. The consent page of a
 * network is a page of the test, on the origin of the network.
 */
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Network } from '#contract/index.ts'
import { startBuiltServer } from '../support/built-server.ts'
import { startNetwork, type SocialNetwork } from '../support/networks.ts'
import { expect, test as base } from './fixtures.ts'

/** The consent page before the network redirects back; null: it redirects at once, because the person has consented before. */
export interface Consent {
  /** Headers of the page. */
  headers?: Record<string, string>
  /** A script of the page. */
  script?: string
}

export interface NetworkWithPages extends SocialNetwork {
  consent: Consent | null
}

interface Social {
  facebook: NetworkWithPages
  twitter: NetworkWithPages
}

/** Serves a consent page before the mock server, which redirects back at once. */
async function startPages(name: Network): Promise<NetworkWithPages> {
  const network = await startNetwork(name)
  const stopServer = network.stop
  const variable = `${name.toUpperCase()}_AUTHORIZE_URL`
  const authorize = network.env[variable]!
  const pages = createServer((request, response) => {
    const { search, searchParams } = new URL(request.url ?? '/', 'http://here')
    if (there.consent === null) return response.writeHead(302, { location: authorize + search }).end()
    const refused = new URL(searchParams.get('redirect_uri')!)
    refused.searchParams.set('error', 'access_denied')
    refused.searchParams.set('state', searchParams.get('state')!)
    const { headers = {}, script = '' } = there.consent
    response.writeHead(200, { 'content-type': 'text/html', ...headers })
    const link = (href: string, text: string) => `<p><a href="${href.replaceAll('&', '&amp;')}">${text}</a></p>`
    response.end(
      `<!doctype html><title>${name}</title>${link(authorize + search, 'Agree')}${link(refused.href, 'Refuse')}<script>${script}</script>`,
    )
  })
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  const { port } = pages.address() as AddressInfo
  const there: NetworkWithPages = Object.assign(network, {
    consent: null,
    env: { ...network.env, [variable]: `http://127.0.0.1:${port}/authorize` },
    stop: async () => {
      pages.close()
      await stopServer()
    },
  })
  return there
}

export const test = base.extend<object, { social: Social; folder: string }>({
  social: [
    async ({}, use) => {
      const [facebook, twitter] = await Promise.all([startPages('facebook'), startPages('twitter')])
      await use({ facebook, twitter })
      await Promise.all([facebook.stop(), twitter.stop()])
    },
    { scope: 'worker' },
  ],

  /** The data directory of the server, which contains the mails. */
  folder: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'strand-e2e-networks-'))
      await cp(process.env.STRAND_E2E_WORLD!, folder, { recursive: true })
      await use(folder)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  strand: [
    async ({ social, folder }, use) => {
      const server = await startBuiltServer({
        STRAND_DATA_DIR: folder,
        STRAND_RATE_LIMITS: '0',
        NODE_ENV: 'test',
        ...social.facebook.env,
        ...social.twitter.env,
      })
      await use({ origin: server.origin, folder })
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

export { expect }

let persons = 0

/** A person who has not signed in with this network before. */
export const newPerson = (name: string, email?: string): SocialNetwork['person'] => ({
  id: `${process.pid}${Date.now()}${(persons += 1)}`,
  name,
  ...(email !== undefined && { email }),
})

/** Waits for a mail to an address, and returns a parameter of its link. */
export async function mailed(folder: string, to: string, parameter: string): Promise<string> {
  let found: string | null = null
  await expect
    .poll(
      async () => {
        // An unfinished mail file has another extension.
        const files = (await readdir(join(folder, 'mail')).catch(() => []))
          .filter((file) => file.endsWith('.eml'))
          .sort()
          .reverse()
        for (const file of files) {
          const raw = await readFile(join(folder, 'mail', file), 'utf8')
          const text = raw
            .replace(/=\r?\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
          const links = [...text.matchAll(/https?:\/\/[^\s<>"]+\?[^\s<>"]+/g)].map(([href]) => new URL(href).searchParams.get(parameter))
          found ??= text.includes(to) ? (links.find((value) => value !== null) ?? null) : null
        }
        return found
      },
      { timeout: 15_000 },
    )
    .not.toBeNull()
  return found!
}
