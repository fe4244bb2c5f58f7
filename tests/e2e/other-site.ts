/** The pages of another site, which embed a widget. Its host is `localhost`, Strand's `127.0.0.1`, so that the two are cross-site. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SitePage {
  body: string
  /** The site's content security policy. */
  policy?: string
}

export async function serveSite(pages: Record<string, SitePage>): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? '/']
    if (page === undefined) return response.writeHead(404).end()
    if (page.policy !== undefined) response.setHeader('Content-Security-Policy', page.policy)
    response.setHeader('Content-Type', 'text/html')
    return response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>A blog</title><h1>My blog</h1>${page.body}</html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
