/** A double of the Remote Playback API, because headless browsers find no devices. */

export interface RemotePrompt {
  tag: string
  /** `disableRemotePlayback` of the element. */
  isDisabled: boolean
  /** The event that was being handled. */
  during: string | undefined
}

/** An init script: the browser always has one device, and each prompt connects to it or disconnects from it. */
export function addRemotePlayback(): void {
  const prompts: RemotePrompt[] = []
  Object.assign(window, { remotePrompts: prompts })
  class Remote extends EventTarget {
    state: RemotePlaybackState = 'disconnected'
    readonly element: HTMLMediaElement
    callbacks: ((isAvailable: boolean) => void)[] = []
    constructor(element: HTMLMediaElement) {
      super()
      this.element = element
    }
    async watchAvailability(callback: (isAvailable: boolean) => void) {
      if (this.element.disableRemotePlayback) throw new DOMException('', 'InvalidStateError')
      this.callbacks.push(callback)
      setTimeout(() => this.callbacks.includes(callback) && callback(true))
      return this.callbacks.length
    }
    async cancelWatchAvailability() {
      this.callbacks = []
    }
    async prompt() {
      prompts.push({ tag: this.element.tagName, isDisabled: this.element.disableRemotePlayback, during: window.event?.type })
      await Promise.resolve()
      const isConnected = this.state === 'connected'
      this.state = isConnected ? 'disconnected' : 'connected'
      this.dispatchEvent(new Event(isConnected ? 'disconnect' : 'connect'))
    }
  }
  const remotes = new Map<HTMLMediaElement, Remote>()
  Object.assign(window, {
    setRemoteAvailable(isAvailable: boolean) {
      for (const { callbacks } of remotes.values()) for (const callback of callbacks) callback(isAvailable)
    },
  })
  Object.defineProperty(HTMLMediaElement.prototype, 'remote', {
    get(this: HTMLMediaElement) {
      const remote = remotes.get(this) ?? new Remote(this)
      remotes.set(this, remote)
      return remote
    },
  })
}
