/** The page on which tests/e2e/outputs.spec.ts tries the outputs, each alone and without the engine. */
import { createStage, outputs } from '../../renderer/player/index.ts'
import type { LoadRequest, Output, OutputEvent, OutputId } from '../../renderer/player/ports.ts'

const stage = createStage(document)
Object.assign(stage.element.style, { left: '0', top: '0', width: '640px', height: '360px' })
const made = new Map<OutputId, Promise<Output>>()

const page = {
  events: [] as (OutputEvent & { at: number })[],
  async output(id: OutputId): Promise<Output> {
    const known = made.get(id)
    if (known !== undefined) return known
    const output = outputs.find((entry) => entry.id === id)!.create(stage.hostFor(id))
    made.set(id, output)
    ;(await output).subscribe((event) => {
      page.events.push({ ...event, at: performance.now() })
      console.info(`said ${event.type}`)
    })
    return output
  },
  async load(id: OutputId, request: Partial<LoadRequest> & Pick<LoadRequest, 'loadId' | 'stream'>) {
    const output = await page.output(id)
    output.load({ autoplay: true, volume: 0.5, muted: false, ...request })
  },
  canPlay: (stream: LoadRequest['stream']) => outputs.filter((entry) => entry.canPlay(stream)).map((entry) => entry.id),
}

declare global {
  interface Window {
    outputsPage: typeof page
  }
}
window.outputsPage = page

// What the page does by itself is no gesture; what a test evaluates is.
if (location.hash.length > 1) {
  const { id, request } = JSON.parse(decodeURIComponent(location.hash.slice(1)))
  await page.load(id, request)
}
