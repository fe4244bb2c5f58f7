/** The player of a widget on other sites. */
export const widget = {
  player: 'Player',
  stage: 'On screen',
  play: 'Play',
  pause: 'Pause',
  previous: 'Previous',
  next: 'Next',
  seek: 'Seek',
  volume: 'Volume',
  mute: 'Mute',
  unmute: 'Unmute',
  popup: 'Open in a small window',
  playPost: (title: string) => `Play ${title}`,
  pausePost: (title: string) => `Pause ${title}`,
  openPost: (title: string) => `${title} on Strand, in a new window`,
  position: (now: string, whole: string) => `${now} of ${whole}`,
  playing: (title: string) => `Playing ${title}`,
  gesture: 'Press play to start.',
  offline: "You're offline. Playback resumes when the connection is back.",
  unreachable: 'Waiting for the connection…',
  dead: (title: string) => `${title} can't be played here.`,
  openAt: (site: string) => `Open at ${site}`,
  failed: "The player couldn't be loaded. Try again.",
  closing: 'This window closes soon because nothing is playing.',
  stay: 'Keep it open',
}

/** The script variant on other sites. */
export const widgetLoader = {
  frame: 'Player of Strand',
  blocked: 'Your browser blocked the small window.',
  open: 'Open it in a new tab',
}
