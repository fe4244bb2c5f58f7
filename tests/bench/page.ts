/** The size of the JavaScript of the first screen. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { root } from '../support/built-server.ts'
import { print } from './figures.ts'
import { buildPage } from './pageBuild.ts'
import { openShowcase } from './showcase.ts'
import type { World } from './world.ts'

const budget = 160

const kilobytes = (bytes: Buffer): number => gzipSync(bytes).length / 1024

/** The floor: React and React DOM alone, built like the pages. */
async function reactAlone(): Promise<number> {
  const folder = await mkdtemp(join(root, 'dist/floor-'))
  try {
    const entry = join(folder, 'floor.js')
    await writeFile(
      entry,
      "import { createElement } from 'react'\nimport { createRoot } from 'react-dom/client'\ncreateRoot(document.body).render(createElement('p'))\n",
    )
    const outputs = await buildPage(entry)
    return outputs.reduce((sum, file) => sum + (file.type === 'chunk' ? kilobytes(Buffer.from(file.code)) : 0), 0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function firstScreen(browser: Browser, address: string): Promise<{ total: number; scripts: string[] }> {
  // Without the service worker, which caches further files.
  const page = await browser.newPage({ serviceWorkers: 'block' })
  const scripts: Promise<{ name: string; size: number }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    scripts.push(response.body().then((body) => ({ name: new URL(response.url()).pathname, size: kilobytes(body) })))
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  // Requests that the page makes when it is first idle count as well.
  await page.waitForTimeout(2000)
  const loaded = await Promise.all(scripts)
  await page.close()
  return {
    total: loaded.reduce((sum, { size }) => sum + size, 0),
    scripts: loaded.sort((a, b) => b.size - a.size).map(({ name, size }) => `${name} ${size.toFixed(1)}`),
  }
}

export async function benchmarkPage(world: World): Promise<void> {
  const { browser, address, origin, close } = await openShowcase(world)
  try {
    const floor = await reactAlone()
    const pages = { 'a playlist page before play': address, 'a search': `${origin}/search?q=music` }
    for (const [name, at] of Object.entries(pages)) {
      const { total, scripts } = await firstScreen(browser, at)
      print(
        `First screen of ${name}, JavaScript gzipped`,
        [
          { what: 'against react + react-dom', unit: 'KB', measured: total, floor },
          { what: `against the budget of ${budget} KB`, unit: 'KB', measured: total, floor: budget },
        ],
        scripts.join(', '),
      )
      if (total >= budget) process.exitCode = 1
    }
  } finally {
    await close()
  }
}
