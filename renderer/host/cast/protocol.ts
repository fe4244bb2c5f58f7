/** What a page and Strand's receiver send each other over Google Cast, beside the messages of every device (`player/remote/messages.ts`). */
import { createJoiner, createSplitter, isRecord, isText, isTime } from '#player/index.ts'

export const castNamespace = 'urn:x-cast:app.strand'

/** From a page to the receiver. */
export type CastRequest =
  /** Repeated until the receiver answers with `welcome`: its page may still be loading. */
  | { type: 'hello' }
  /** A token of `GET /api/v1/me/token`, with which the receiver extends private feeds and reports plays (decision 42). */
  | { type: 'token'; token: string }
  /** The volume of the device, 0 to 1, which its page cannot read. */
  | { type: 'volume'; volume: number; muted: boolean }
  /** A message for the engine. */
  | { type: 'device'; message: unknown }

/** From the receiver to a page. */
export type CastAnswer =
  /** `isIdle`: it has no queue. */
  | { type: 'welcome'; isIdle: boolean }
  /** Its token is missing or has expired. */
  | { type: 'tokenNeeded' }
  | { type: 'device'; message: unknown }

const types = new Set(['hello', 'token', 'volume', 'device', 'welcome', 'tokenNeeded'])

function readBody(value: unknown): CastRequest | CastAnswer | undefined {
  if (!isRecord(value) || !isText(value['type']) || !types.has(value['type'])) return undefined
  if (value['type'] === 'token' && !isText(value['token'])) return undefined
  if (value['type'] === 'volume' && !(isTime(value['volume']) && value['volume'] <= 1 && typeof value['muted'] === 'boolean'))
    return undefined
  if (value['type'] === 'welcome' && typeof value['isIdle'] !== 'boolean') return undefined
  return value as unknown as CastRequest | CastAnswer
}

/** Splits the messages of one side, and joins those of the other. `send` gets one part. */
export function createMessenger<Sent extends CastRequest | CastAnswer, Received extends CastRequest | CastAnswer>(
  send: (to: string, part: unknown) => void,
) {
  const joiner = createJoiner()
  const split = createSplitter()
  return {
    send(to: string, body: Sent): void {
      for (const part of split(body)) send(to, part)
    },
    /** The message that a part completes; undefined if it completes none, or an invalid one. */
    receive(from: string, part: unknown): Received | undefined {
      return readBody(joiner.join(from, part)) as Received | undefined
    },
    forget: joiner.forget,
  }
}
