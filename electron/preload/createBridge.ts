/** Builds the bridge that pages see, of functions only: a page never gets `ipcRenderer` or one of its events. */
import {
  answerSchema,
  bridgeProtocol,
  channelOf,
  eventNames,
  events,
  refusal,
  requestNames,
  requests,
  type Bridge,
  type BridgeAnswer,
  type EventName,
  type RequestArgument,
  type RequestName,
} from '../bridge.ts'

type IpcListener = (event: unknown, value: unknown) => void

/** The part of `ipcRenderer` that the bridge uses. */
export interface Ipc {
  invoke(channel: string, argument: unknown): Promise<unknown>
  on(channel: string, listener: IpcListener): unknown
  off(channel: string, listener: IpcListener): unknown
}

/** Whether only a press of the person may cause it: to start playback on a device. To join one again after a reload needs none. */
const needsActivation = (name: RequestName, argument: unknown): boolean =>
  name === 'connectCast' && !(argument as RequestArgument<'connectCast'>).isJoining

async function request(ipc: Ipc, isActivated: () => boolean, name: RequestName, argument: unknown): Promise<BridgeAnswer<unknown>> {
  const { argument: argumentSchema, result } = requests[name]
  const given = argumentSchema.safeParse(argument)
  if (!given.success) return refusal('invalid', `The argument of ${name} is not valid.`)
  if (needsActivation(name, given.data) && !isActivated()) return refusal('forbidden', `${name} needs a press.`)
  try {
    const answer = answerSchema.safeParse(await ipc.invoke(channelOf(name), given.data))
    if (!answer.success) return refusal('invalid', `The answer of ${name} is not valid.`)
    if (!answer.data.ok) return answer.data
    const value = result.safeParse(answer.data.value)
    return value.success ? { ok: true, value: value.data } : refusal('invalid', `The result of ${name} is not valid.`)
  } catch (error) {
    // The channel does not exist, or an argument cannot be cloned.
    return refusal('failed', error instanceof Error ? error.message : `${name} failed.`)
  }
}

function subscribe(ipc: Ipc, name: EventName, listener: (value: unknown) => void): () => void {
  const schema = events[name]
  const handle = (_event: unknown, value: unknown) => {
    const parsed = schema.safeParse(value)
    if (parsed.success) listener(parsed.data)
  }
  ipc.on(channelOf(name), handle)
  return () => void ipc.off(channelOf(name), handle)
}

/** @param isActivated Whether the person has just pressed something in the page, which scripts of the page cannot fake in this world. */
export function createBridge(ipc: Ipc, isActivated: () => boolean): Bridge {
  return Object.freeze({
    protocol: bridgeProtocol,
    ...Object.fromEntries(requestNames.map((name) => [name, (argument: unknown) => request(ipc, isActivated, name, argument)])),
    ...Object.fromEntries(eventNames.map((name) => [name, (listener: (value: unknown) => void) => subscribe(ipc, name, listener)])),
  }) as Bridge
}
