/** What a post may say of its medium: everything but times, names and where an image is from is the server's own finding. */
import { cut, limits, messages, tidy, type CallOutput, type Media, type Stream } from '../../contract/index.ts'
import { StrandError } from '../../http/errors.ts'
import type { Images, StoredImage } from '../images/service.ts'
import type { MediaService } from '../media/service.ts'

export type MediaInput = NonNullable<CallOutput<'POST /api/v0/posts/:id'>['body']['media']>

export interface Found {
  media: Media
  mediaKey: string
  /** Path of a picture that was kept for it: whoever gives up the post drops it. */
  kept: string | null
}

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

/** What its poster says of who made what. */
function namesOf({ what: givenWhat, who: givenWho, title: givenTitle }: MediaInput): Partial<Media> {
  const what = tidy(givenWhat ?? '')
  const who = [...new Set((givenWho ?? []).map(tidy).filter(Boolean))]
  const title = cut(tidy(givenTitle ?? '') || what, limits.postTitle.max)
  return {
    ...(title === '' ? {} : { title }),
    ...(what === '' ? {} : { what }),
    ...(who.length === 0 ? {} : { who, artist: cut(who.slice(0, limits.artists).join(', '), 300) }),
  }
}

/** What a poster said before stays until they say otherwise. */
const toldOf = ({ what, who, artist }: Media): Partial<Media> => ({
  ...(what === undefined ? {} : { what }),
  ...(who === undefined ? {} : { who, ...(artist === undefined ? {} : { artist }) }),
})

/** B5: an address of the web; `http://` is put before it where no scheme is given (decision 18). */
function webAddress(text: string): string {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || !/^[^.]+(\.[^.]+)+$|^localhost$/.test(url.hostname)) throw refused('attribution', messages.attributionUrl)
  return address
}

const nothing = (error: unknown): { media: Pick<Media, 'media' | 'title' | 'duration'> } => {
  if (error instanceof StrandError && error.code === 'invalid') return { media: { media: [], title: '' } }
  throw error
}

const sameStream = (one: Stream, other: Stream): boolean => one.type === other.type && one.uri === other.uri

export interface MediumDeps {
  detector: MediaService
  images: Images
  publicUrl: string
}

export interface MediumFinder {
  /**
   * @param before what the post holds: where nothing answers for the same address, it knows more than the address does.
   * Throws `invalid`, `too_large`, `unsupported_type`. May keep a picture (`kept`).
   */
  find(postId: string, input: MediaInput, before: Media | null): Promise<Found>
}

export function createMediumFinder({ detector, images, publicUrl }: MediumDeps): MediumFinder {
  /** The first stream, then the others in their order, each found by the server from its address. */
  async function streamsOf(first: readonly Stream[], input: MediaInput, before: Media | null): Promise<Stream[]> {
    const streams = [...first]
    const add = (stream: Stream): void => {
      if (streams.length < limits.streams && !streams.some((known) => sameStream(known, stream))) streams.push(stream)
    }
    if (input.media === undefined) {
      before?.media.slice(1).forEach(add)
      return streams
    }
    for (const { href } of input.media) {
      const { media } = await detector.detect(href).catch(nothing)
      const [stream] = media.media
      // What the server cannot make sure of is not taken on a client's word.
      if (stream !== undefined) add({ ...stream, title: stream.title ?? media.title, ...(media.duration === undefined ? {} : { duration: media.duration }) })
    }
    return streams
  }

  async function uploaded(postId: string, input: MediaInput): Promise<Found> {
    const { path, width, height } = await images.savePost(postId, { image: input.imageBase64 })
    const stream: Stream = { type: 'image', uri: path, href: path, format: 'image/jpeg', width, height }
    const names = namesOf(input)
    const media: Media = {
      type: 'image', href: path, source: 'Strand', image: path, title: names.title ?? '', ...names,
      attribution: input.attribution ? webAddress(input.attribution) : publicUrl, media: [stream],
    }
    return { media, mediaKey: `own:${path.replace(/\?.*/, '')}`, kept: path }
  }

  /** An image of others must be there and large enough (B5); a copy of it stands in where it is shown small. */
  async function checkedImage(postId: string, { href, media: [stream] }: Media): Promise<StoredImage | null> {
    const checkable = !href.startsWith('/') && ['image/jpeg', 'image/png'].includes(stream?.format ?? '')
    return checkable ? images.savePost(postId, { imageSrc: href }) : null
  }

  return {
    async find(postId, input, before) {
      if (input.imageBase64 !== undefined) return uploaded(postId, input)
      const kept = before !== null && input.href === before.href && before.source === 'Strand' && before.type === 'image'
      const detection = await detector.detect(input.href!)
      const { mediaKey, byUri } = detection
      const same = before !== null && (kept || before.href === detection.media.href)
      const { startTime, endTime } = detection.media
      const known: Media = kept ? before : byUri && same ? { ...before, startTime, endTime } : detection.media
      const { startTime: _start, endTime: _end, ...media } = known
      const image = media.type === 'image' && !same ? await checkedImage(postId, media) : null
      try {
        const attribution = media.type === 'image' ? { attribution: input.attribution ? webAddress(input.attribution) : (media.attribution ?? (media.href.startsWith('/') ? publicUrl : media.href)) } : {}
        const streams = await streamsOf(media.media.slice(0, 1), input, same ? before : null)
        const found: Media = {
          ...media, ...(same ? toldOf(before) : {}), ...namesOf(input), ...attribution, ...timesOf(known, input), media: streams, ...(image === null ? {} : { image: image.path }),
        }
        return { media: found, mediaKey, kept: image?.path ?? null }
      } catch (error) {
        await images.drop(image?.path)
        throw error
      }
    },
  }
}
