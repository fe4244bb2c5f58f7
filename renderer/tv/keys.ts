/** The keys of remote controls, by name and by the codes of televisions that give none. */

export type RemoteKey =
  'left' | 'right' | 'up' | 'down' | 'ok' | 'back' | 'playPause' | 'play' | 'pause' | 'stop' | 'next' | 'previous' | 'forward' | 'rewind'

const byName: Readonly<Record<string, RemoteKey>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Enter: 'ok',
  Select: 'ok',
  Escape: 'back',
  Backspace: 'back',
  GoBack: 'back',
  BrowserBack: 'back',
  XF86Back: 'back',
  MediaPlayPause: 'playPause',
  MediaPlay: 'play',
  MediaPause: 'pause',
  MediaStop: 'stop',
  MediaTrackNext: 'next',
  MediaTrackPrevious: 'previous',
  MediaFastForward: 'forward',
  MediaRewind: 'rewind',
}

/** LG's and HbbTV's codes, and Samsung's from 10000 on. */
const byCode: Readonly<Record<number, RemoteKey>> = {
  461: 'back',
  415: 'play',
  19: 'pause',
  413: 'stop',
  412: 'rewind',
  417: 'forward',
  424: 'previous',
  425: 'next',
  10009: 'back',
  10252: 'playPause',
  10232: 'previous',
  10233: 'next',
}

export const remoteKeyOf = ({ key, keyCode }: { key: string; keyCode: number }): RemoteKey | null => byName[key] ?? byCode[keyCode] ?? null
