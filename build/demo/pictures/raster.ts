/** SVG to JPEG or PNG in headless Chromium. */
import { chromium, type Page } from '@playwright/test'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-color-profile=srgb',
]

export type Shoot = (svg: string, width: number, height: number, file: string, quality?: number) => Promise<void>

export async function withRasteriser(work: (shoot: Shoot, page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath, args })
  try {
    const page = await browser.newPage()
    await work(async (svg, width, height, file, quality = 75) => {
      await page.setViewportSize({ width, height })
      await page.setContent(`<!doctype html><style>*{margin:0}svg{display:block}</style>${svg}`)
      const png = file.endsWith('.png')
      await page.screenshot({ path: file, type: png ? 'png' : 'jpeg', ...(png ? {} : { quality }) })
    }, page)
  } finally {
    await browser.close()
  }
}
