/** The script that tests serve as Google's Cast receiver: the double of the SDK, on the device in the process of the test. */
import type { Body } from './deviceModel.ts'
import { createReceiverSdk } from './receiverSdk.ts'

interface ReceiverWindow {
  /** Bindings of the test. */
  receiverSend(body: Body, sender: string | undefined): Promise<void>
  receiverStarted(): Promise<void>
  receiverStopped(): Promise<void>
  /** Called by the test. */
  receiver: {
    message(sender: string, body: Body): void
    sender(sender: string, isConnected: boolean): void
    volume(volume: { level: number; muted: boolean }): void
    /** A request of the remote control of the television. */
    control(type: string, request: Body): void
  }
  cast: unknown
}

const page = window as unknown as ReceiverWindow
const handlers = {} as Omit<ReceiverWindow['receiver'], 'control'>
const { framework, players } = createReceiverSdk({
  started: () => void page.receiverStarted(),
  send: (body, sender) => void page.receiverSend(body, sender),
  onMessage: (listener) => void (handlers.message = listener),
  onSender: (listener) => void (handlers.sender = listener),
  onVolume: (listener) => void (handlers.volume = listener),
  stopped: () => void page.receiverStopped(),
})
page.receiver = { ...handlers, control: (type, request) => players.handle(type, request) }
page.cast = { framework }
