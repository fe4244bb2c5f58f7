/** What a post may say of its medium: everything but times and title is the server's own finding. */
import { cut, limits, messages, tidy, type CallOutput, type Media } from '../../contract/index.ts'
import { StrandError } from '../../http/errors.ts'

export type MediaInput = NonNullable<CallOutput<'POST /api/v0/posts/:id'>['body']['media']>

const refused = (field: string, message: string): StrandError => new StrandError('invalid', message, { [`media.${field}`]: message })

/** Times a person gave must make sense; those that an address brought along are dropped where they do not. */
function timesOf(detected: Media, given: MediaInput): Pick<Media, 'startTime' | 'endTime'> {
  const { duration } = detected
  const startTime = given.startTime ?? detected.startTime ?? 0
  const endTime = given.endTime ?? detected.endTime
  const asked = (field: 'startTime' | 'endTime') => given[field] !== undefined
  const times: Pick<Media, 'startTime' | 'endTime'> = {}

  const startsBeyond = duration !== undefined && startTime >= duration
  if (startsBeyond && asked('startTime')) throw refused('startTime', messages.timeBeyondEnd)
  if (startTime > 0 && !startsBeyond) times.startTime = startTime

  if (endTime === undefined) return times
  const endsBeyond = duration !== undefined && endTime >= duration
  const endsTooSoon = endTime <= (times.startTime ?? 0)
  if (endsBeyond && asked('endTime')) throw refused('endTime', messages.timeBeyondEnd)
  if (endsTooSoon && (asked('endTime') || asked('startTime'))) throw refused('endTime', messages.timeOrder)
  if (!endsBeyond && !endsTooSoon) times.endTime = endTime
  return times
}

/** Throws `invalid`. */
export function mediumOf(detected: Media, given: MediaInput): Media {
  const { startTime: _start, endTime: _end, ...media } = detected
  const title = cut(tidy(given.title ?? ''), limits.postTitle.max)
  return { ...media, ...(title === '' ? {} : { title }), ...timesOf(detected, given) }
}
