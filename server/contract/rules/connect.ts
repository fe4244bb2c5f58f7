/** Constants of Strand Connect, whose frames `../connect.ts` defines. */

/** The path of the WebSocket. */
export const connectPath = '/api/v2/connect'

/** A device with another version is refused. */
export const connectVersion = 1

/**
 * The subprotocol. A browser cannot send an `Authorization` header with a WebSocket: a television sends its token as a second subprotocol,
 * `token.{token}`.
 */
export const connectProtocol = 'strand.connect'
export const connectTokenPrefix = 'token.'

/** All ours. */
export const connectLimits = {
  /** Characters of a device's id, and of its name. */
  id: { min: 16, max: 40 },
  name: { max: 60 },
  /** Connected devices of one member, and sockets of one address. */
  devices: 20,
  sockets: 60,
  /** Bytes of a frame: a state with a queue of 2000 items fits. */
  frame: 4_000_000,
  /** Frames and bytes that a device may send within ten seconds. */
  frames: 200,
  bytes: 12_000_000,
  /** Ms within which the first frame must arrive, between two pings, and for which a device is listed after its socket closed (49). */
  helloMs: 5_000,
  pingMs: 25_000,
  lingerMs: 10_000,
  /** Bytes waiting to be sent to a device, above which its socket is closed: it reads too slowly. */
  backlog: 8_000_000,
} as const

/** Close codes of the WebSocket. Those from 4000 on are ours. A device that gets `ended`, `replaced` or `version` must not reconnect. */
export const connectCloseCodes = {
  /** The server restarts: reconnect. */
  restart: 1012,
  /** A frame is too large. */
  tooLarge: 1009,
  /** A frame does not match the schema. */
  invalid: 4000,
  /** The session or the token has ended, or the account was closed. */
  ended: 4001,
  /** The same device has connected again. */
  replaced: 4002,
  /** The device speaks another version. */
  version: 4003,
  /** Too many frames or bytes, or the device reads too slowly. */
  limit: 4008,
} as const
