/*
 * A stub of https://w.soundcloud.com/player/api.js with the same calls, messages to the
 * widget's page and side effects. A widget is never removed; `load` sets the frame's address; READY and every response
 * arrive once; listeners added before READY are registered with the page after it.
 */
;(() => {
  const widgets = []
  const Events = {
    LOAD_PROGRESS: 'loadProgress',
    PLAY_PROGRESS: 'playProgress',
    PLAY: 'play',
    PAUSE: 'pause',
    FINISH: 'finish',
    SEEK: 'seek',
    READY: 'ready',
    ERROR: 'error',
  }
  const forwarded = new Set(Object.values(Events).filter((event) => event !== Events.READY))
  const stub = { widgets }
  window.soundcloudStub = stub

  class Widget {
    constructor(element) {
      this.element = element
      this.callbacks = {}
      this.isReady = false
    }
    post(method, value) {
      const origin = this.element.getAttribute('src').split('?')[0]
      this.element.contentWindow?.postMessage(JSON.stringify({ method, value: value ?? null }), origin)
    }
    addCallback(name, callback) {
      ;(this.callbacks[name] ??= []).push(callback)
    }
    bind(event, callback) {
      if (event === Events.READY && this.isReady) setTimeout(callback, 1)
      else if (event === Events.READY) this.addCallback(event, callback)
      else if (this.isReady) {
        this.addCallback(event, callback)
        this.post('addEventListener', event)
      } else this.addCallback('late', () => this.bind(event, callback))
    }
    unbind(event) {
      this.callbacks[event] = []
      if (event !== Events.READY) this.post('removeEventListener', event)
    }
    load(url, options = {}) {
      const { src } = this.element
      this.isReady = false
      this.element.onload = () =>
        this.bind(Events.READY, () => {
          for (const event of Object.keys(this.callbacks)) if (forwarded.has(event)) this.post('addEventListener', event)
          options.callback?.()
        })
      const query = Object.entries(options).map(([name, value]) => `${name}=${Boolean(value)}`)
      this.element.src = `${src.slice(0, src.indexOf('?'))}?url=${url}&${query.join('&')}`
    }
  }
  for (const name of ['play', 'pause', 'seekTo', 'setVolume']) {
    Widget.prototype[name] = function (value) {
      this.post(name, value)
    }
  }
  for (const name of ['getVolume', 'getDuration', 'getPosition', 'getSounds', 'getCurrentSound', 'getCurrentSoundIndex']) {
    Widget.prototype[name] = function (callback) {
      this.addCallback(name, callback)
      this.post(name)
    }
  }

  addEventListener('message', ({ source, data }) => {
    if (typeof data !== 'string') return
    const { method, value } = JSON.parse(data)
    const widget = widgets.find(({ element }) => element.contentWindow === source)
    if (!widget) return
    const call = (name, ...args) => {
      const callbacks = widget.callbacks[name] ?? []
      if (!forwarded.has(name)) widget.callbacks[name] = []
      for (const callback of callbacks) callback(...args)
    }
    if (method === Events.READY) {
      widget.isReady = true
      call('late')
    }
    call(method, value)
  })

  window.SC = {
    Widget: Object.assign(
      (element) => {
        if (!element.isConnected) throw new Error('A frame outside of the document is taken for any other one')
        const known = widgets.find((widget) => widget.element === element)
        if (known) return known
        widgets.push(new Widget(element))
        return widgets.at(-1)
      },
      { Events },
    ),
  }
})()
