import { describe, expect, it } from 'vitest'
import { enterVideo, fullscreenMethod, type AppleVideo } from '#widgets/player/fullscreen.ts'

const enters = { webkitEnterFullscreen: () => undefined, videoWidth: 640 }

describe('the full-screen method', () => {
  it.each([
    ['a browser that supports full-screen pages → the page is full screen', { requestFullscreen: async () => undefined }, enters, 'page'],
    ['an iPhone with a hosted video → the video is full screen', {}, enters, 'video'],
    ['an iPhone with a video without a picture yet → the player fills the window', {}, { ...enters, videoWidth: 0 }, 'window'],
    [
      'an iPhone without full screen for this video → the player fills the window',
      {},
      { ...enters, webkitSupportsFullscreen: false },
      'window',
    ],
    ['an iPhone with a player in a frame → the player fills the window', {}, null, 'window'],
    ['a browser without full-screen support → the player fills the window', {}, { videoWidth: 640 }, 'window'],
  ] as const)('BY17 %s (case %#)', (_name, page, video, way) => {
    expect(fullscreenMethod(page, video)).toBe(way)
  })

  it('BY17 the user ends full screen of a video → the player is notified; the player ends it afterwards → no second notification', () => {
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
