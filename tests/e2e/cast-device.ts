/** A Cast device for browser tests: pages get doubles of Google's scripts, and the device model runs in the process of the test. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { createDeviceModel, type Body, type DeviceModel, type ModelMessage } from '../support/cast/deviceModel.ts'
import type { Page } from './fixtures.ts'

/** Google's id of the receiver in these tests. */
export const castApp = '0A1B2C3D'
const defaultReceiver = 'CC1AD845'

async function bundle(name: 'senderPage' | 'receiverPage'): Promise<string> {
  const entry = fileURLToPath(new URL(`../support/cast/${name}.ts`, import.meta.url))
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'iife', write: false })
  return outputFiles[0]!.text
}

export interface CastDevice {
  model: DeviceModel
  /** Whether the person chooses the device in the dialog of the browser. */
  chooses: boolean
  /** Lets a page cast. Call it before the page loads. */
  addSender(page: Page): Promise<void>
  /** Opens the page of the receiver, as the device does when the app is launched. */
  showReceiver(page: Page): Promise<void>
  /** A request of the remote control of the television. */
  control(type: string, request?: Body): Promise<void>
  close(): void
}

export async function createCastDevice(): Promise<CastDevice> {
  const [senderScript, receiverScript] = await Promise.all([bundle('senderPage'), bundle('receiverPage')])
  let receiver: Page | null = null
  let isStarted = false
  /** What arrives before the app has started is lost, as on a device. */
  const tell = (method: 'message' | 'sender' | 'volume', ...values: unknown[]): void => {
    if (!isStarted) return
    void receiver
      ?.evaluate(
        ([name, args]) => (window as unknown as { receiver: Record<string, (...given: unknown[]) => void> }).receiver[name]!(...args),
        [method, values] as const,
      )
      .catch(() => undefined)
  }
  const model = createDeviceModel({
    apps: [castApp, defaultReceiver],
    now: () => performance.now(),
    onStrandMessage: (sender, body) => tell('message', sender, body),
    onSender: (sender, isConnected) => tell('sender', sender, isConnected),
    onVolume: (volume) => tell('volume', volume),
  })
  const ticks = setInterval(() => model.tick(), 100)
  const device: CastDevice = {
    model,
    chooses: true,
    async addSender(page) {
      let attached: string | null = null
      // Not every Chromium has them: its headless shell has no media router.
      await page.addInitScript(() => {
        const given = window as unknown as { chrome?: object; PresentationRequest?: unknown }
        given.chrome ??= {}
        given.PresentationRequest ??= () => undefined
      })
      await page.exposeFunction('castSend', (message: ModelMessage) => model.receive(message))
      await page.exposeFunction('castChoose', () => device.chooses)
      await page.exposeFunction('castAttach', (sender: string) => {
        // After a reload, the page is another sender.
        if (attached !== null) model.detach(attached)
        attached = sender
        model.attach(sender, (message) => {
          void page
            .evaluate((given) => (window as unknown as { castDeliver(message: unknown): void }).castDeliver(given), message)
            .catch(() => undefined)
        })
      })
      await page.route('https://www.gstatic.com/cv/js/sender/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: senderScript }),
      )
    },
    async showReceiver(page) {
      receiver = page
      await page.exposeFunction('receiverSend', (body: Body, sender?: string) => model.sendFromApp(body, sender))
      await page.exposeFunction('receiverStarted', () => {
        isStarted = true
      })
      await page.exposeFunction('receiverStopped', () => model.endApp())
      await page.route('https://www.gstatic.com/cast/sdk/libs/caf_receiver/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: receiverScript }),
      )
      await page.goto('/cast/receiver')
    },
    async control(type, request = {}) {
      await receiver!.evaluate(
        ([name, given]) =>
          (window as unknown as { receiver: { control(type: string, request: unknown): void } }).receiver.control(name, given),
        [type, request] as const,
      )
    },
    close: () => clearInterval(ticks),
  }
  return device
}
