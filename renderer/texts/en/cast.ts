/** Google Cast: the part of the list of devices, and its receiver. */
export const cast = {
  choose: 'Cast to a TV',
  idle: 'Chromecast and Google TV',
  playing: 'Casting',
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
