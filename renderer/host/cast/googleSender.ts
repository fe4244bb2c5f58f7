/** Google's Cast sender in the browser. */
/// <reference types="chromecast-caf-sender" />
import { castNamespace } from './protocol.ts'
import type { CastSdk } from './sdk.ts'
import type { CastSender, NewItem, SenderMedia, SenderSession, Volume } from './sender.ts'

/** Time (ms) in which the media of a resumed session are known; ours. */
const mediaMs = 2000

type Done = () => void
type Failed = (error: unknown) => void

/** A command with callbacks, as a promise. */
const promised = (command: (done: Done, failed: Failed) => void): Promise<void> =>
  new Promise((resolve, reject) => command(resolve, reject as Failed))

export function createGoogleSender(sdk: CastSdk): CastSender {
  const { CastContextEventType, CastState, SessionState } = sdk.framework
  const context = sdk.framework.CastContext.getInstance()
  /** The same object for the same session, so that its listeners stay. */
  const wrapped = new WeakMap<cast.framework.CastSession, SenderSession>()
  const wrap = (session: cast.framework.CastSession): SenderSession => {
    const found = wrapped.get(session) ?? createSession(sdk, session)
    wrapped.set(session, found)
    return found
  }
  return {
    isAvailable: () => context.getCastState() !== CastState.NO_DEVICES_AVAILABLE,
    start({ appId, listener }) {
      context.addEventListener(CastContextEventType.CAST_STATE_CHANGED, ({ castState }) =>
        listener({ type: 'availability', isAvailable: castState !== CastState.NO_DEVICES_AVAILABLE }),
      )
      context.addEventListener(CastContextEventType.SESSION_STATE_CHANGED, ({ session, sessionState }) => {
        const { SESSION_ENDED, SESSION_RESUMED, SESSION_STARTED, SESSION_START_FAILED } = SessionState
        if (sessionState === SESSION_STARTED) listener({ type: 'session', session: wrap(session), isResumed: false })
        else if (sessionState === SESSION_RESUMED) listener({ type: 'session', session: wrap(session), isResumed: true })
        else if (sessionState === SESSION_ENDED || sessionState === SESSION_START_FAILED) listener({ type: 'ended' })
      })
      context.setOptions({
        receiverApplicationId: appId,
        autoJoinPolicy: sdk.api.AutoJoinPolicy.ORIGIN_SCOPED,
        resumeSavedSession: true,
      })
    },
    session() {
      const session = context.getCurrentSession()
      return session === null ? null : wrap(session)
    },
    async choose() {
      try {
        await context.requestSession()
      } catch (error) {
        // The person may have closed the dialog.
        if (error !== sdk.api.ErrorCode.CANCEL) throw error
      }
    },
    end: (isStopping) => context.endCurrentSession(isStopping),
    search: null,
  }
}

function createSession(sdk: CastSdk, session: cast.framework.CastSession): SenderSession {
  const { VOLUME_CHANGED } = sdk.framework.SessionEventType
  return {
    device: { id: null, name: session.getCastDevice().friendlyName },
    media: createMedia(sdk, session),
    volume: () => ({ volume: session.getVolume(), muted: session.isMute() }),
    async setVolume({ volume, muted }) {
      await Promise.all([session.setVolume(volume), muted === session.isMute() ? undefined : session.setMute(muted)])
    },
    onVolume(listener: (volume: Volume) => void) {
      const onEvent = ({ volume, isMute }: cast.framework.VolumeEventData): void => listener({ volume, muted: isMute })
      session.addEventListener(VOLUME_CHANGED, onEvent)
      return () => session.removeEventListener(VOLUME_CHANGED, onEvent)
    },
    async send(part) {
      await session.sendMessage(castNamespace, part)
    },
    onMessage(listener) {
      const onText = (_namespace: string, text: string): void => listener(parse(text))
      session.addMessageListener(castNamespace, onText)
      return () => session.removeMessageListener(castNamespace, onText)
    },
    // Google's sender connects again by itself.
    onConnection: () => () => undefined,
  }
}

function createMedia(sdk: CastSdk, session: cast.framework.CastSession): SenderMedia {
  const { media: api } = sdk.api
  const { MEDIA_SESSION } = sdk.framework.SessionEventType
  const listeners = new Set<() => void>()
  const notify = (): void => {
    for (const listener of [...listeners]) listener()
  }
  // Retained: Google's session forgets media that have finished.
  let media = session.getMediaSession()
  media?.addUpdateListener(notify)
  session.addEventListener(MEDIA_SESSION, ({ mediaSession }: cast.framework.MediaSessionEventData) => {
    media?.removeUpdateListener(notify)
    media = mediaSession
    media.addUpdateListener(notify)
    notify()
  })
  const command = (run: (current: chrome.cast.media.Media, done: Done, failed: Failed) => void): Promise<void> =>
    promised((done, failed) => (media === null ? done() : run(media, done, failed)))

  function toSdkItem({ media: { contentId, contentType, metadata, ...info }, ...item }: NewItem): chrome.cast.media.QueueItem {
    const texts = new api.GenericMediaMetadata()
    texts.title = metadata.title
    texts.subtitle = metadata.subtitle
    if (metadata.images) texts.images = metadata.images.map(({ url }) => new sdk.api.Image(url))
    const described = Object.assign(new api.MediaInfo(contentId, contentType), info, { metadata: texts })
    return Object.assign(new api.QueueItem(described), item)
  }

  return {
    read: () => media,
    position: () => media?.getEstimatedTime() ?? 0,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    whenKnown: () =>
      new Promise((resolve) => {
        if (media !== null) return resolve()
        const finish = (): void => {
          clearTimeout(timer)
          listeners.delete(finish)
          resolve()
        }
        const timer = setTimeout(finish, mediaMs)
        listeners.add(finish)
      }),
    async load(items, startIndex) {
      const request = Object.assign(new api.QueueLoadRequest(items.map(toSdkItem)), { startIndex, repeatMode: api.RepeatMode.OFF })
      try {
        await promised((done, failed) => session.getSessionObj().queueLoad(request, done, failed))
        return 'loaded'
      } catch (error) {
        // Other errors: another load has replaced this one, or the session has ended.
        if ((error as { code?: string }).code === 'load_media_failed') return 'unplayable'
        throw error
      }
    },
    append: (items) =>
      command((current, ...callbacks) => current.queueInsertItems(new api.QueueInsertItemsRequest(items.map(toSdkItem)), ...callbacks)),
    play: () => command((current, ...callbacks) => current.play(new api.PlayRequest(), ...callbacks)),
    pause: () => command((current, ...callbacks) => current.pause(new api.PauseRequest(), ...callbacks)),
    stop: () => command((current, ...callbacks) => current.stop(new api.StopRequest(), ...callbacks)),
    seek: (position) =>
      command((current, ...callbacks) => current.seek(Object.assign(new api.SeekRequest(), { currentTime: position }), ...callbacks)),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
