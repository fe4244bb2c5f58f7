/**
 * Recognises providers by address alone. Compares whole `URL.hostname`s, never substrings: `https://evil.example/?u=youtu.be/…` and
 * `https://youtube.com.evil.example/` are plain web pages.
 */
import { limits, shorten } from '#contract/index.ts'
import { archive } from './archive.ts'
import { parseHref, segments, times, type AddressMatch } from './addressMatch.ts'
import { formatOfPath, type FileFormat } from './formats.ts'
import { longTail, type LongTail } from './long-tail.ts'
import { siteName, titleOfFile, titleOfPage } from './titles.ts'

export interface Provider {
  name: 'youtube' | 'vimeo' | 'soundcloud' | 'dailymotion' | 'archive' | LongTail['name'] | 'file' | 'webpage'
  find(url: URL): AddressMatch | null
}

const youtubeHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
const shortYoutubeHosts = new Set(['youtu.be', 'www.youtu.be'])
const youtubePaths = new Set(['shorts', 'live', 'embed', 'v', 'e'])
/** Keywords of /embed/ with the length of an id. */
const noYoutubeIds = new Set(['videoseries', 'live_stream'])

const youtube: Provider = {
  name: 'youtube',
  find(url) {
    const [first, second] = segments(url)
    let id: string | null | undefined
    if (shortYoutubeHosts.has(url.hostname)) id = first
    else if (!youtubeHosts.has(url.hostname)) return null
    else if (first === 'watch') id = url.searchParams.get('v')
    else if (first && youtubePaths.has(first)) id = second
    if (!id || !/^[\w-]{11}$/.test(id) || noYoutubeIds.has(id)) return null
    const href = `https://www.youtube.com/watch?v=${id}`
    const image = `https://i.ytimg.com/vi/${id}/hqdefault.jpg`
    return {
      key: `youtube:${id}`,
      href,
      type: 'video',
      source: 'YouTube',
      title: `YouTube video ${id}`,
      image,
      stream: { type: 'youtube', uri: id, href, image },
      ...times(url),
    }
  },
}

const vimeoPaths = [
  /^\/(?:video\/)?(\d{1,19})(?:\/([0-9a-f]{6,40}))?\/?$/,
  /^\/(?:channels\/[\w-]+|groups\/[\w-]+\/videos|(?:album|showcase)\/\d+\/video|ondemand\/[\w-]+)\/(\d{1,19})\/?$/,
]

const vimeo: Provider = {
  name: 'vimeo',
  find(url) {
    const player = url.hostname === 'player.vimeo.com'
    if (!player && url.hostname !== 'vimeo.com' && url.hostname !== 'www.vimeo.com') return null
    const match = vimeoPaths.map((path) => path.exec(url.pathname)).find(Boolean)
    const id = match?.[1]
    if (!id) return null
    // An unlisted video needs its hash, which the player's URL has as `h`.
    const candidate = match[2] ?? url.searchParams.get('h')
    const hash = candidate && /^[0-9a-f]{6,40}$/.test(candidate) ? candidate : undefined
    const uri = hash ? `${id}/${hash}` : id
    const href = `https://vimeo.com/${uri}`
    return {
      key: `vimeo:${id}`,
      href,
      type: 'video',
      source: 'Vimeo',
      title: `Vimeo video ${id}`,
      stream: { type: 'vimeo', uri, href },
      ...times(url),
    }
  },
}

const soundcloudHosts = new Set(['soundcloud.com', 'www.soundcloud.com', 'm.soundcloud.com'])
/** Reserved first path segments, and second ones that are a member's lists. */
const soundcloudPages = new Set([
  'discover',
  'stream',
  'you',
  'search',
  'upload',
  'pages',
  'charts',
  'stations',
  'tags',
  'people',
  'settings',
  'jobs',
  'terms-of-use',
  'popular',
  'feed',
  'notifications',
  'messages',
  'logout',
  'signin',
  'player',
  'oembed',
])
const soundcloudLists = new Set([
  'tracks',
  'popular-tracks',
  'albums',
  'sets',
  'reposts',
  'followers',
  'following',
  'likes',
  'comments',
  'spotlight',
])

const soundcloud: Provider = {
  name: 'soundcloud',
  find(url) {
    if (url.hostname === 'w.soundcloud.com') {
      const inner = url.pathname === '/player/' ? parseHref(url.searchParams.get('url') ?? '') : null
      return inner && soundcloudHosts.has(inner.hostname) ? soundcloud.find(inner) : null
    }
    if (!soundcloudHosts.has(url.hostname)) return null
    const path = segments(url)
    if (!path.every((part) => /^[\w-]{1,255}$/.test(part))) return null
    const [user, second, third, fourth] = path
    if (!user || !second || soundcloudPages.has(user)) return null
    const set = second === 'sets'
    const name = set ? third : second
    // A private sound needs its secret token, the last path segment.
    const secret = set ? fourth : third
    if (!name || (!set && soundcloudLists.has(second)) || path.length > (set ? 4 : 3)) return null
    if (secret && !secret.startsWith('s-')) return null
    const own = set ? `${user}/sets/${name}` : `${user}/${name}`
    const href = `https://soundcloud.com/${secret ? `${own}/${secret}` : own}`
    const words = (text: string) => text.replace(/[-_]+/g, ' ').trim()
    return {
      key: `soundcloud:${own.toLowerCase()}`,
      href,
      type: 'audio',
      source: 'SoundCloud',
      title: shorten(words(name), limits.postTitle.max) || `SoundCloud ${set ? 'set' : 'track'} ${name}`,
      artist: words(user) || user,
      stream: { type: 'soundcloud', uri: href, href },
      ...times(url),
    }
  },
}

const dailymotionHosts = new Set(['dailymotion.com', 'www.dailymotion.com', 'm.dailymotion.com', 'touch.dailymotion.com'])

const dailymotion: Provider = {
  name: 'dailymotion',
  find(url) {
    const path = segments(url)
    let id: string | null | undefined
    if (url.hostname === 'dai.ly') id = path[0]
    else if (url.hostname === 'geo.dailymotion.com')
      id = /^player(\/|\.html$|$)/.test(path.join('/')) ? url.searchParams.get('video') : null
    else if (!dailymotionHosts.has(url.hostname)) return null
    else if (path[0] === 'video') id = path[1]
    else if (path[0] === 'embed' && path[1] === 'video') id = path[2]
    // Old URLs end in `{id}_{title}`.
    const bare = id?.split('_', 1)[0]
    if (!bare || !/^x[a-z0-9]{1,15}$/.test(bare)) return null
    const href = `https://www.dailymotion.com/video/${bare}`
    const image = `https://www.dailymotion.com/thumbnail/video/${bare}`
    return {
      key: `dailymotion:${bare}`,
      href,
      type: 'video',
      source: 'Dailymotion',
      title: `Dailymotion video ${bare}`,
      image,
      stream: { type: 'dailymotion', uri: bare, href, image },
      ...times(url),
    }
  },
}

/** The key of an address without a medium id: without scheme and fragment. */
export const addressKey = (url: URL): string => `web:${url.host}${url.pathname}${url.search}`

const withoutFragment = (url: URL): string => {
  const bare = new URL(url)
  bare.hash = ''
  return bare.href
}

/** A file of a format known by its extension or Content-Type. */
export function fileFinding(url: URL, { type, format }: FileFormat): AddressMatch {
  const href = withoutFragment(url)
  return {
    key: addressKey(url),
    href,
    type,
    source: siteName(url),
    title: titleOfFile(url),
    ...(type === 'image' ? { image: href } : {}),
    stream: { type: type === 'image' ? 'image' : 'file', uri: href, href, format },
    ...(type === 'image' ? {} : times(url)),
  }
}

const file: Provider = {
  name: 'file',
  find(url) {
    const format = formatOfPath(url.pathname)
    return format && fileFinding(url, format)
  },
}

const webpage: Provider = {
  name: 'webpage',
  find: (url) => ({
    key: addressKey(url),
    href: withoutFragment(url),
    type: 'webpage',
    source: siteName(url),
    title: titleOfPage(url),
  }),
}

/** The first match wins. The last one matches every address. */
export const providers: readonly Provider[] = [youtube, vimeo, soundcloud, dailymotion, archive, ...longTail, file, webpage]
