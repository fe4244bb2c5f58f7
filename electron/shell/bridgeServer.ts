/** The main process's side of the bridge. */
import type { IpcMain, WebContents, WebFrameMain } from 'electron'
import {
  channelOf,
  events,
  refusal,
  requestNames,
  requests,
  type BridgeAnswer,
  type EventName,
  type EventValue,
  type RequestArgument,
  type RequestName,
  type RequestResult,
} from '../bridge.ts'
import { isTrustedSender, type SenderFrame } from '../policy/sender.ts'
import type { Log } from './log.ts'

export type Handlers = {
  [N in RequestName]: (argument: RequestArgument<N>) => RequestResult<N> | Promise<RequestResult<N>>
}

export interface BridgeOptions {
  handlers: Handlers
  /** The origin of the current server. */
  server(): string | null
  /** The page in the window; null if there is no window. */
  contents(): WebContents | null
  log: Log
}

/** Registers each request of the contract once. */
export function serveBridge(ipcMain: Pick<IpcMain, 'handle'>, options: BridgeOptions): void {
  for (const name of requestNames) {
    ipcMain.handle(channelOf(name), (event, argument: unknown) => {
      // Before anything asynchronous: a frame that has navigated since is another sender.
      const isTrusted = event.sender === options.contents() && isTrustedSender(readFrame(event.senderFrame), options.server())
      if (!isTrusted) return refusal('forbidden', 'This page may not use the desktop application.')
      return answer(name, argument, options)
    })
  }
}

/** Reading a frame that has been destroyed may throw. */
function readFrame(frame: WebFrameMain | null): SenderFrame | null {
  try {
    return frame && { parent: frame.parent, url: frame.url, origin: frame.origin }
  } catch {
    return null
  }
}

async function answer(name: RequestName, argument: unknown, { handlers, log }: BridgeOptions): Promise<BridgeAnswer<unknown>> {
  const { argument: argumentSchema, result } = requests[name]
  const given = argumentSchema.safeParse(argument)
  if (!given.success) return refusal('invalid', `The argument of ${name} is not valid.`)
  try {
    const handler = handlers[name] as (argument: unknown) => unknown
    return { ok: true, value: result.parse(await handler(given.data)) }
  } catch (error) {
    log('error', `The request ${name} of the page failed`, error)
    return refusal('failed', `${name} failed.`)
  }
}

/** Sends an event to the page. Nothing is sent to a page that has been closed, or that is not the server's. */
export function sendEvent<N extends EventName>(
  contents: WebContents | null,
  server: string | null,
  name: N,
  value: EventValue<N>,
): boolean {
  if (contents === null || contents.isDestroyed() || !isTrustedSender(readFrame(contents.mainFrame), server)) return false
  contents.send(channelOf(name), events[name].parse(value))
  return true
}
