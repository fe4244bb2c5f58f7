/** The streams of the specs of all outputs. A new format or provider is a new row. */
import type { OutputId } from '#player/index.ts'
import type { Stream } from '#contract/index.ts'
import type { Outputs } from './outputs.ts'

export interface Subject {
  name: string
  id: OutputId
  /** A stream that is longer than `end`. */
  stream: (outputs: Outputs) => Stream
  dead: (outputs: Outputs) => Stream
  /** A stream whose autoplay the browser blocks before a user gesture; null if there is none. */
  refused: ((outputs: Outputs) => Stream) | null
  /** A position near the end of the stream (s). */
  end: number
}

function file(name: string, path: string, dead: string, end: number, format?: string, id: OutputId = 'hosted'): Subject {
  const stream = (o: Outputs) => o.stream('file', path, format)
  return { name, id, stream, dead: (o) => o.stream('file', dead, format), refused: stream, end }
}

function provided(name: string, id: OutputId & Stream['type'], plays: string, dead: string, refused: string): Subject {
  const streamOf = (uri: string) => (o: Outputs) => o.stream(id, uri)
  return { name, id, stream: streamOf(plays), dead: streamOf(dead), refused: streamOf(refused), end: 99.6 }
}

/** A provider without its own output, which the hosted output plays. */
function hosted(name: string, type: Stream['type'], plays: string, dead: string, refused: string, end = 99.6): Subject {
  const streamOf = (uri: string) => (o: Outputs) => o.stream(type, uri)
  return { name, id: 'hosted', stream: streamOf(plays), dead: streamOf(dead), refused: streamOf(refused), end }
}

const sound = (name: string) => `https://soundcloud.com/stub/${name}`

export const subjects: Subject[] = [
  file('MP4', '/clips/mandelbrot-dive.mp4', '/broken/gone.mp4', 7.6),
  file('WebM', '/clips/two-stones.webm', '/broken/noise.mp4', 6.1),
  file('MP3', '/clips/night-bus-home.mp3', '/broken/gone.mp4', 8.1, 'audio/mp3'),
  file('MP4 in a widget', '/clips/mandelbrot-dive.mp4', '/broken/gone.mp4', 7.6, undefined, 'file'),
  file('MP3 in a widget', '/clips/night-bus-home.mp3', '/broken/noise.mp4', 8.1, 'audio/mp3', 'file'),
  file('HLS', '/clips/tides.m3u8', '/broken/gone.m3u8', 8.5),
  file('DASH', '/clips/last-light.mpd', '/broken/gone.mpd', 6.7),
  hosted('Wistia', 'wistia', 'plays00001', 'gone000001', 'plays00001', 8.5),
  hosted('Twitch', 'twitch', 'videos/1000000001', 'videos/4000000001', 'videos/5000000001'),
  hosted('TikTok', 'tiktok', '1000000001', '4000000001', '6000000001'),
  {
    name: 'image',
    id: 'image',
    stream: (o) => o.stream('image', '/clips/paper-hills.jpg'),
    dead: (o) => o.stream('image', '/broken/noise.png'),
    refused: null,
    end: 7.6,
  },
  provided('YouTube', 'youtube', 'plays-00001', 'error-00100', 'sulks-00001'),
  provided('Vimeo', 'vimeo', '100000001', '410000001', '500000001'),
  provided('SoundCloud', 'soundcloud', sound('plays-1'), sound('gone-1'), sound('sulks-1')),
  provided('Dailymotion', 'dailymotion', 'xplays1', 'xerror002', 'xrefuses1'),
]
