/*
 * A stub of the page https://player.twitch.tv/?video=v{digits} or ?channel={name}: the messages that the
 * real page was observed to send, and the commands that Twitch's script sends to it. The first digit of a
 * video id, or the name of a channel, selects the behaviour:
 *
 *   1 plays, 100 s       2 plays, 2 s       3 sends no messages
 *   4 fails               5 the browser refuses the first play, with an error
 *   6 the same, without an error            offline_… sends nothing, ends_… stops sending after a second
 */
const query = new URL(location.href).searchParams
if (query.get('parent') !== new URL(document.referrer).hostname) throw new Error('The page is not named as a parent')
if (query.get('autoplay') !== 'false') throw new Error('autoplay=false is missing')
const stub = { volume: null, muted: null, plays: 0, startedAt: null }
globalThis.twitchStub = stub
const channel = query.get('channel')
const script = channel === null ? query.get('video').slice(1, 2) : channel.split('_')[0]

const send = (namespace, eventName, params) => parent.postMessage({ namespace, eventName, params }, '*')
const sendEvent = (eventName) => send('twitch-embed', eventName, {})
let playback = 'Idle'
const update = () =>
  send('twitch-embed-player-proxy', 'UPDATE_STATE', {
    currentTime: reel.position,
    duration: reel.duration,
    playback,
    muted: stub.muted,
    volume: stub.volume,
    qualitiesAvailable: [],
    stats: {},
  })

const reel = new Reel(script === '2' ? 2 : 100, {
  playing() {
    stub.startedAt ??= reel.position
    playback = 'Playing'
    sendEvent('playing')
    update()
    if (script === 'ends') setTimeout(() => sendEvent('offline'), 1000)
  },
  ticked: update,
  paused() {
    playback = 'Idle'
    update()
    sendEvent('pause')
  },
  ended() {
    playback = 'Ended'
    update()
    sendEvent('ended')
  },
})

const commands = {
  2: () => reel.pause(),
  3: () => {
    stub.plays += 1
    if (script === '5' && stub.plays === 1) return sendEvent('playbackBlocked')
    if (script === '6' && stub.plays === 1) return
    playback = 'Buffering'
    update()
    reel.play()
  },
  4: (seconds) => {
    reel.seek(seconds)
    sendEvent('seek')
    update()
  },
  10: (muted) => (stub.muted = muted),
  11: (volume) => (stub.volume = volume),
}
let ready = false
addEventListener('message', ({ source, data }) => {
  // Like the real page, ignores commands that arrive before it is ready.
  if (source === parent && ready && data.namespace === 'twitch-embed-player-proxy') commands[data.eventName]?.(data.params)
})
if (script !== '3') {
  setTimeout(() => {
    if (script === '4') return sendEvent('error')
    ready = true
    sendEvent('ready')
    update()
    if (script === 'offline') sendEvent('offline')
  }, 50)
}
