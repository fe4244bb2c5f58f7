import { describe, expect, it } from 'vitest'
import { enterVideo, fullscreenMethod, type AppleVideo } from '#widgets/player/fullscreen.ts'

const enters = { webkitEnterFullscreen: () => undefined, videoWidth: 640 }

describe('the means of full screen', () => {
  it.each([
    ['a browser that shows pages in full screen', { requestFullscreen: async () => undefined }, enters, 'page'],
    ['an iPhone with a hosted video', {}, enters, 'video'],
    ['an iPhone whose video has no picture yet', {}, { ...enters, videoWidth: 0 }, 'window'],
    ['an iPhone that refuses this video', {}, { ...enters, webkitSupportsFullscreen: false }, 'window'],
    ['an iPhone with a player in a frame', {}, null, 'window'],
    ['a browser without either', {}, { videoWidth: 640 }, 'window'],
  ] as const)('BY17 %s → %#: what is shown in full screen', (_name, page, video, way) => {
    expect(fullscreenMethod(page, video)).toBe(way)
  })

  it('BY17 a video that the person takes out of full screen → the player is notified; one that the player ends → it is not notified again', () => {
    const done: string[] = []
    const video = Object.assign(new EventTarget(), {
      webkitEnterFullscreen: () => done.push('entered'),
      webkitExitFullscreen: () => {
        done.push('exited')
        video.dispatchEvent(new Event('webkitendfullscreen'))
      },
    })
    const end = enterVideo(video as unknown as AppleVideo, () => done.push('left'))
    video.dispatchEvent(new Event('webkitendfullscreen'))
    end()
    expect(done).toEqual(['entered', 'left', 'exited'])
  })
})
