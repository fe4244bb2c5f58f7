/** Writes the answers inlined in the document to the cache before the first render, so that the first screen needs no request. */
import type { Dispatch, UnknownAction } from '@reduxjs/toolkit'
import type { EndpointKey } from '#contract/endpoints.ts'
import type { Me } from '#contract/schemas.ts'
import { api } from './api.ts'
import { cachedAnswers, type CachedAnswerName } from './cachedAnswers.ts'
import type { CallFailure } from './client.ts'
import { mentionsDeleted } from './deletions.ts'
import { addKnownFailure } from './knownFailures.ts'

/** The content of `<script type="application/json" id="strand-data">`. */
export interface PreloadedAnswer {
  key: EndpointKey
  input?: Record<string, unknown>
  answer: unknown
  /** In place of the answer, if the request failed. */
  error?: CallFailure
  /** For `me`: the browser had a session that the server no longer knows. */
  ended?: true
}

/** The name of the RTK Query endpoint for each contract key. */
const names = new Map<EndpointKey, CachedAnswerName>(
  Object.entries(cachedAnswers).map(([name, { key }]) => [key, name as CachedAnswerName]),
)

/** `upsertQueryEntries` without its types, for entries of different endpoints in one list. */
const { upsertQueryEntries } = api.util as unknown as {
  upsertQueryEntries(entries: readonly { endpointName: string; arg: unknown; value: unknown }[]): UnknownAction
}

/** Writes the answers to the cache. Returns those of endpoints whose code is not loaded yet: pass them again later. */
export function preload(dispatch: Dispatch, answers: readonly PreloadedAnswer[]): PreloadedAnswer[] {
  const nameOf = ({ key }: PreloadedAnswer): CachedAnswerName | undefined => names.get(key)
  // An answer without a row in the registry is dropped: `me`, which always exists, makes it count as known.
  const isUnknown = (answer: PreloadedAnswer): boolean => !((nameOf(answer) ?? 'me') in api.endpoints)
  const entries = answers.flatMap((preloaded) => {
    const endpointName = nameOf(preloaded)
    if (endpointName === undefined || isUnknown(preloaded)) return []
    const { input, answer, error } = preloaded
    if (error) {
      addKnownFailure(preloaded.key, input, error)
      return []
    }
    const arg = input && Object.keys(input).length > 0 ? input : undefined
    const value = cachedAnswers[endpointName].isList ? { pages: [answer], pageParams: [null] } : answer
    return [{ endpointName, arg, value }]
  })
  if (entries.length > 0) dispatch(upsertQueryEntries(entries))
  return answers.filter(isUnknown)
}

/** Reads the answers from the document. */
export function preloadedAnswers(document: Document): PreloadedAnswer[] {
  const text = document.getElementById('strand-data')?.textContent
  if (!text) return []
  try {
    return JSON.parse(text) as PreloadedAnswer[]
  } catch {
    // An incomplete document: the page requests everything itself.
    return []
  }
}

type Navigation = Pick<PerformanceNavigationTiming, 'type' | 'transferSize'>

/**
 * Drops answers that may be outdated. When going back, a browser may show a cached document without a request: the
 * member may have logged out since, so everything except the site's settings is dropped from a member's document.
 * Answers that contain items deleted in this tab are always dropped.
 */
export function dropStaleAnswers(
  answers: PreloadedAnswer[],
  navigation = performance.getEntriesByType('navigation')[0] as Navigation | undefined,
): PreloadedAnswer[] {
  const isFromBrowserCache = navigation?.type === 'back_forward' && navigation.transferSize === 0
  if (isFromBrowserCache && memberIn(answers) !== null) return answers.filter(({ key }) => key === 'GET /api/v0/site')
  // A failure in a cached document may have ended since.
  return answers.filter((answer) => !mentionsDeleted(answer) && !(isFromBrowserCache && answer.error))
}

/** The uid of the signed-in member, null for a visitor; undefined if the document does not contain it. */
export function memberIn(answers: readonly PreloadedAnswer[]): string | null | undefined {
  const me = answers.find(({ key }) => key === 'GET /api/v0/me')
  return me && ((me.answer as Me | null)?.uid ?? null)
}

/** Whether the browser had a session that the server no longer knows (U9). */
export const hasEndedSession = (answers: readonly PreloadedAnswer[]): boolean =>
  answers.some(({ key, ended }) => key === 'GET /api/v0/me' && ended === true)
