/*
 * A stub of the page https://player.vimeo.com/video/{id}, with which the real @vimeo/player exchanges
 * messages. The first digits of an id select the behaviour:
 *
 *   1 plays, 100 s       2 plays, 2 s        3 sends nothing
 *   4n is refused: 1 not found, 2 private, 3 behind a password, 4 not on this site, 5 not in this region,
 *     6 not by this browser, 7 for an unknown reason
 *   5 the browser refuses the first play      6 the same, without an error
 *   7 is unlisted, and only found with the hash abcdef0123      8 fails after half a second
 */
const refusals = {
  1: ['NotFoundError', 'The video was not found.'],
  2: ['PrivacyError', 'This video is private.'],
  3: ['PasswordError', 'This video is protected by a password.'],
  4: ['PrivacyError', 'Because of its privacy settings, this video cannot be played here.'],
  5: ['Error', 'This video is not available in your country.'],
  6: ['UnsupportedError', 'This video cannot be played by this browser.'],
  7: ['Error', 'Something happened.'],
}
const listeners = new Set()
const stub = { volume: 1, muted: false, plays: 0, loaded: [], startedAt: null }
globalThis.vimeoStub = stub
let id, hash, reel, tries

const send = (message) => parent.postMessage(message, '*')
const emit = (event, data) => {
  if (listeners.has(event)) send({ event, data })
}
const at = () => ({ seconds: reel.position, duration: reel.duration, percent: reel.position / reel.duration })

function refusalOf() {
  if (id[0] === '4') return refusals[id[1]]
  if (id[0] === '7' && hash !== 'abcdef0123') return refusals[1]
}
function take(address) {
  const { pathname, searchParams } = new URL(address)
  id = pathname.split('/').at(-1)
  hash = searchParams.get('h')
  if (searchParams.get('dnt') !== '1') throw new Error('dnt=1 is missing')
  if (searchParams.get('autopause') !== '0') throw new Error('autopause=0 is missing')
  stub.loaded.push(hash ? `${id}/${hash}` : id)
  stub.startedAt = null
  tries = 0
  reel?.close()
  reel = new Reel(id[0] === '2' ? 2 : 100, {
    playing() {
      stub.startedAt ??= reel.position
      emit('playing', at())
      if (id[0] === '8') setTimeout(() => emit('error', { name: 'Error', message: 'This video was deleted.' }), 500)
    },
    ticked: () => emit('timeupdate', at()),
    paused: () => emit('pause', at()),
    ended: () => emit('ended', at()),
  })
}

const methods = {
  ping: () => undefined,
  addEventListener: (event) => void listeners.add(event),
  removeEventListener: (event) => void listeners.delete(event),
  async loadVideo(options) {
    await new Promise((resolve) => setTimeout(resolve, 30))
    take(options.url)
    const refusal = refusalOf()
    if (refusal) throw refusal
    return options
  },
  play() {
    stub.plays += 1
    tries += 1
    emit('play', at())
    if (id[0] === '5' && tries === 1) throw ['NotAllowedError', 'play() failed because the user did not interact with the document first.']
    if (id[0] !== '6' || tries > 1) reel.play()
  },
  pause: () => reel.pause(),
  setVolume(value) {
    stub.volume = value
    emit('volumechange', { volume: stub.volume, muted: stub.muted })
    return value
  },
  setMuted(value) {
    stub.muted = value
    emit('volumechange', { volume: stub.volume, muted: stub.muted })
    return value
  },
  setCurrentTime(value) {
    if (value > reel.duration) throw ['RangeError', 'The time is past the end.']
    reel.seek(value)
    return value
  },
  getDuration: () => reel.duration,
  requestPictureInPicture: () => void emit('enterpictureinpicture'),
  exitPictureInPicture: () => void emit('leavepictureinpicture'),
}

addEventListener('message', async ({ source, data: { method, value } }) => {
  if (source !== parent || id[0] === '3') return
  try {
    send({ method, value: await methods[method](value) })
  } catch (error) {
    if (!Array.isArray(error)) throw error
    send({ event: 'error', data: { method, name: error[0], message: error[1] } })
  }
})

take(location.href)
if (id[0] !== '3') {
  setTimeout(() => {
    const refusal = refusalOf()
    if (refusal) send({ event: 'error', data: { method: 'ready', name: refusal[0], message: refusal[1] } })
    else send({ event: 'ready' })
  }, 30)
}
