/** Google Cast: the part of the list of devices, and its receiver. */
export const cast = {
  choose: 'Cast to a TV',
  idle: 'Chromecast and Google TV',
  playing: 'Casting',
  /** The list of devices in the desktop application. */
  nearby: {
    speaker: 'Speaker',
    searching: 'Looking for TVs and speakers…',
    none: 'No TVs or speakers found. Check that they are on and use the same network as this computer.',
    found: (count: number) => (count === 1 ? '1 TV or speaker found' : `${count} TVs and speakers found`),
  },
  problems: {
    unreachable: (device: string) => `Couldn’t connect to ${device}. Check that it is on and uses the same network.`,
    noApp: (device: string) => `${device} couldn’t start playback. Restart it, then try again.`,
    refused: (device: string) => `${device} didn’t allow the connection. Allow it on the device, then try again.`,
  },
  /** Before casting: how much of the queue the device cannot play. */
  leavesOut: (left: number, total: number) =>
    left === total ? 'Nothing in this queue can play there' : `${left} of ${total} items can’t play there`,
  leftOut: (left: number) =>
    left === 1 ? '1 item can’t play on this TV and is left out.' : `${left} items can’t play on this TV and are left out.`,
  nothing: 'Nothing in this queue can play on this TV.',
  /** The page of the receiver. */
  receiver: {
    idle: 'Ready to cast',
    idleHint: 'Start a playlist on your phone or computer.',
  },
}
