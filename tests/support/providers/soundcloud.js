/*
 * A stub of the widget's page, https://w.soundcloud.com/player/?url=…. The first word of a sound's name selects the
 * behaviour, as in https://soundcloud.com/stub/plays-1; the first word of a set's name selects that of all its sounds:
 *
 *   plays   100 s               short    2 s                silent   never ready
 *   gone, region, forbidden, private, broken: an error, whose reason only the sound's data contains
 *   early   blocked in the region, with the error before any listener
 *   sulks   the browser refuses the first play, without an error
 */
const query = new URLSearchParams(location.search)
const address = new URL(query.get('url'))
const word = address.pathname.split('/').at(-1).split('-')[0]
const sounds = {
  gone: null,
  region: { policy: 'BLOCK' },
  early: { policy: 'BLOCK' },
  forbidden: { embeddable_by: 'me' },
  private: { sharing: 'private', embeddable_by: 'all' },
}
const sound = word in sounds ? sounds[word] : { policy: 'ALLOW', embeddable_by: 'all', sharing: 'public' }
const fails = word in sounds || word === 'broken'
const isSet = address.pathname.includes('/sets/')
const listeners = new Set()
/** `audible`: the seconds at which it was audible. */
const stub = { volume: 100, audible: [], plays: 0, query: Object.fromEntries(query) }
globalThis.soundcloudStub = stub
let index = 0
let started = false

const send = (method, value) => parent.postMessage(JSON.stringify({ method, value }), '*')
const emit = (event, value) => {
  if (listeners.has(event)) send(event, value)
}
const at = () => ({ currentPosition: reel.position * 1000, relativePosition: reel.position / reel.duration })
const reel = new Reel(word === 'short' ? 2 : 100, {
  playing() {
    started = true
    emit('play', at())
  },
  ticked() {
    if (stub.volume > 0) stub.audible.push(reel.position)
    emit('playProgress', at())
  },
  paused: () => emit('pause', at()),
  ended() {
    emit('finish', at())
    if (!isSet || index === 1) return
    index += 1
    reel.seek(0)
    reel.play()
  },
})

const methods = {
  addEventListener(event) {
    listeners.add(event)
    if (event === 'error' && fails && word !== 'early') setTimeout(() => emit('error'), 60)
  },
  removeEventListener: (event) => void listeners.delete(event),
  play() {
    stub.plays += 1
    if (!fails && (word !== 'sulks' || stub.plays > 1)) reel.play()
  },
  pause: () => reel.pause(),
  // A widget that has not played yet ignores a seek.
  seekTo: (milliseconds) => {
    if (started) reel.seek(milliseconds / 1000)
  },
  setVolume: (percent) => void (stub.volume = percent),
  getVolume: () => stub.volume,
  getDuration: () => (fails ? 0 : reel.duration * 1000),
  getPosition: () => reel.position * 1000,
  getSounds: () => (isSet ? [sound, sound] : [sound]),
  getCurrentSound: () => sound,
  getCurrentSoundIndex: () => index,
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || word === 'silent') return
  const { method, value } = JSON.parse(data)
  const answer = methods[method](value)
  if (method.startsWith('get')) send(method, answer)
})

if (word !== 'silent') setTimeout(() => send('ready'), 30)
