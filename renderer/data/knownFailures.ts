/** Failed answers that the document contains. The first request of a screen gets them without a round trip. */
import type { EndpointKey } from '#contract/endpoints.ts'
import { addressOf, type CallFailure } from './client.ts'

const failures = new Map<string, CallFailure>()
const keyOf = (key: EndpointKey, input: object | undefined): string => `${key} ${addressOf(key, input).url}`

export const addKnownFailure = (key: EndpointKey, input: object | undefined, failure: CallFailure): void =>
  void failures.set(keyOf(key, input), failure)

/** Returns and removes the failure of a request: a later request may succeed. */
export function takeKnownFailure(key: EndpointKey, input: object | undefined): CallFailure | undefined {
  if (failures.size === 0) return undefined
  const name = keyOf(key, input)
  const failure = failures.get(name)
  failures.delete(name)
  return failure
}
