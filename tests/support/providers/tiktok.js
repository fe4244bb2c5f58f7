/*
 * A stub of https://www.tiktok.com/player/v1/{id}, TikTok's documented embed player. The first digit of a
 * video id selects the behaviour:
 *
 *   1 plays, 100 s      2 plays, 2 s      3 sends no messages      4 fails
 *   6 the browser refuses the first play, without an error
 *   7 sends its messages from an inner frame, as JSON text
 */
const stub = { muted: null, plays: 0, startedAt: null }
globalThis.tiktokStub = stub
const script = location.pathname.split('/').at(-1)[0]
let send = (type, value) => parent.postMessage({ 'x-tiktok-player': true, type, value }, '*')
if (script === '7') {
  const inner = document.body.appendChild(document.createElement('iframe'))
  send = (type, value) =>
    inner.contentWindow.eval(`parent.parent.postMessage(${JSON.stringify(JSON.stringify({ 'x-tiktok-player': true, type, value }))}, '*')`)
}
const state = { init: -1, ended: 0, playing: 1, paused: 2, buffering: 3 }

const reel = new Reel(script === '2' ? 2 : 100, {
  playing() {
    stub.startedAt ??= reel.position
    send('onStateChange', state.playing)
  },
  ticked: () => send('onCurrentTime', { currentTime: reel.position, duration: reel.duration }),
  paused: () => send('onStateChange', state.paused),
  ended: () => send('onStateChange', state.ended),
})
const commands = {
  play() {
    stub.plays += 1
    if (script === '6' && stub.plays === 1) return
    send('onStateChange', state.buffering)
    reel.play()
  },
  pause: () => reel.pause(),
  seekTo: (seconds) => reel.seek(seconds),
  mute: () => (stub.muted = true),
  unMute: () => (stub.muted = false),
}
addEventListener('message', ({ source, data }) => {
  if (source === parent && data['x-tiktok-player'] === true) commands[data.type]?.(data.value)
})
if (script !== '3') {
  setTimeout(() => {
    if (script === '4') return send('onPlayerError', { errorCode: 1 })
    send('onPlayerReady')
    send('onStateChange', state.init)
  }, 50)
}
