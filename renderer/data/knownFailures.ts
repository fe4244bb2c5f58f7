/** Failures that came with the document: the screen's first call gets them without a request. */
import type { EndpointKey } from '#contract/endpoints.ts'
import { addressOf, type CallFailure } from './client.ts'

const known = new Map<string, CallFailure>()
const nameOf = (key: EndpointKey, input: object | undefined): string => `${key} ${addressOf(key, input).url}`

export const keepFailure = (key: EndpointKey, input: object | undefined, failure: CallFailure): void =>
  void known.set(nameOf(key, input), failure)

/** Once: a later call may succeed. */
export function takeFailure(key: EndpointKey, input: object | undefined): CallFailure | undefined {
  if (known.size === 0) return undefined
  const name = nameOf(key, input)
  const failure = known.get(name)
  known.delete(name)
  return failure
}
