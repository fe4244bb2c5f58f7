/** Providers whose embed needs only an id: an iframe without a script, or HLS. */
import { segments, times, type AddressMatch } from './addressMatch.ts'

export interface LongTail {
  name: 'wistia' | 'twitch' | 'tiktok' | 'mux'
  find(url: URL): AddressMatch | null
}

const wistiaHosts = /^(?:[a-z0-9-]+\.)?wistia\.(?:com|net)$|^wi\.st$/

/** `{account}.wistia.com/medias/{id}` is the page; `fast.wistia.net/embed/iframe/{id}` and similar are its embeds. */
const wistia: LongTail = {
  name: 'wistia',
  find(url) {
    if (!wistiaHosts.test(url.hostname)) return null
    const [, id] = /^\/(?:medias|embed\/(?:medias|iframe))\/([a-z0-9]{10})(?:\.m3u8|\.jsonp?)?\/?$/.exec(url.pathname) ?? []
    if (id === undefined) return null
    const href = `https://fast.wistia.com/embed/medias/${id}`
    return {
      key: `wistia:${id}`,
      href,
      type: 'video',
      source: 'Wistia',
      title: `Wistia video ${id}`,
      stream: { type: 'wistia', uri: id, href },
      ...times(url),
    }
  },
}

const twitchHosts = new Set(['twitch.tv', 'www.twitch.tv', 'm.twitch.tv', 'go.twitch.tv'])
/** Reserved first path segments, which are not channels. */
const twitchPages = new Set([
  'directory',
  'downloads',
  'jobs',
  'p',
  'search',
  'settings',
  'store',
  'subscriptions',
  'turbo',
  'wallet',
  'inventory',
  'drops',
  'friends',
  'login',
  'signup',
  'prime',
  'privacy',
  'broadcast',
  'dashboard',
  'payments',
  'redeem',
  'team',
  'u',
  'user',
  'popout',
  'moderator',
  'videos',
  'video',
  'clips',
  'collections',
  'bits',
  'products',
  'security',
  'about',
  'embed',
  'messages',
  'following',
])

/** A video or a channel. Clips stay web pages, because their iframe has no API. */
const twitch: LongTail = {
  name: 'twitch',
  find(url) {
    const path = segments(url)
    let video: string | undefined
    let channel: string | undefined
    if (url.hostname === 'player.twitch.tv') {
      video = url.searchParams.get('video')?.replace(/^v/, '')
      channel = url.searchParams.get('channel') ?? undefined
    } else if (!twitchHosts.has(url.hostname)) return null
    else if (path[0] === 'videos' || path[0] === 'video') video = path[1]
    else if (path.length === 3 && (path[1] === 'video' || path[1] === 'v')) video = path[2]
    else if (path.length === 1 && !twitchPages.has(path[0]!.toLowerCase())) channel = path[0]

    if (video !== undefined && /^\d{1,20}$/.test(video)) {
      const href = `https://www.twitch.tv/videos/${video}`
      return {
        key: `twitch:videos/${video}`,
        href,
        type: 'video',
        source: 'Twitch',
        title: `Twitch video ${video}`,
        stream: { type: 'twitch', uri: `videos/${video}`, href },
        ...times(url),
      }
    }
    if (channel === undefined || !/^\w{3,25}$/.test(channel)) return null
    const name = channel.toLowerCase()
    const href = `https://www.twitch.tv/${name}`
    return {
      key: `twitch:${name}`,
      href,
      type: 'video',
      source: 'Twitch',
      title: `${channel} on Twitch`,
      artist: channel,
      stream: { type: 'twitch', uri: name, href },
    }
  },
}

const tiktokHosts = new Set(['tiktok.com', 'www.tiktok.com', 'm.tiktok.com'])
const tiktokPaths = [
  /^\/(@[\w.-]{1,40})\/video\/(\d{1,20})\/?$/,
  /^\/()(?:player\/v1|embed(?:\/v[23])?|share\/video|v)\/(\d{1,20})(?:\.html)?\/?$/,
]

const tiktok: LongTail = {
  name: 'tiktok',
  find(url) {
    if (!tiktokHosts.has(url.hostname)) return null
    const [, member = '', id] = tiktokPaths.map((path) => path.exec(url.pathname)).find(Boolean) ?? []
    if (id === undefined) return null
    // TikTok redirects to the right page without the member's name.
    const href = `https://www.tiktok.com/${member || '@'}/video/${id}`
    return {
      key: `tiktok:${id}`,
      href,
      type: 'video',
      source: 'TikTok',
      title: `TikTok video ${id}`,
      ...(member !== '' && { artist: member }),
      stream: { type: 'tiktok', uri: id, href },
    }
  },
}

/** The Mux player wraps a public HLS stream. */
const mux: LongTail = {
  name: 'mux',
  find(url) {
    if (url.hostname !== 'stream.mux.com' && url.hostname !== 'player.mux.com') return null
    const [, id] = /^\/(\w{20,64})(?:\.m3u8)?\/?$/.exec(url.pathname) ?? []
    if (id === undefined) return null
    // A signed stream requires its token.
    const token = url.searchParams.get('token')
    const href = `https://stream.mux.com/${id}.m3u8${token === null ? '' : `?${new URLSearchParams({ token })}`}`
    const image = `https://image.mux.com/${id}/thumbnail.jpg`
    return {
      key: `mux:${id}`,
      href,
      type: 'video',
      source: 'Mux',
      title: `Mux video ${id.slice(0, 8)}`,
      ...(token === null && { image }),
      stream: { type: 'file', uri: href, href, format: 'application/vnd.apple.mpegurl', ...(token === null && { image }) },
      ...times(url),
    }
  },
}

export const longTail: readonly LongTail[] = [wistia, twitch, tiktok, mux]
