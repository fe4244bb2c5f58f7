/**
 * Strand Connect: the frames of the WebSocket `GET /api/v2/connect`, as JSON text. The socket of each device is signed in by the session
 * cookie or by a bearer token. The server relays messages between the devices of one member and does not read their `body`;
 * `renderer/player/remote/messages.ts` defines it.
 */
import { z } from 'zod'

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

const deviceId = z
  .string()
  .min(connectLimits.id.min)
  .max(connectLimits.id.max)
  .regex(/^[\w-]+$/)
const deviceName = z.string().trim().min(1).max(connectLimits.name.max)

/** What a device is: an open page, the desktop application, or a television. */
export const deviceKinds = ['browser', 'desktop', 'tv'] as const

/** What a device plays, for the list of devices; null if its queue is empty. */
const nowPlaying = z
  .object({
    title: z.string().max(500),
    creator: z.string().max(200),
    bead: z.string().max(200),
    image: z.string().max(2048).optional(),
    isPlaying: z.boolean(),
  })
  .nullable()

/** From a device to the server. The first frame is `hello`. */
export const clientFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    version: z.number().int(),
    id: deviceId,
    kind: z.enum(deviceKinds),
    /** The name that the member has given this device; absent: browser and system, which the server derives from the user agent. */
    name: deviceName.optional(),
    /** The ids of the outputs that the device has, such as `youtube`. */
    outputs: z.array(z.string().min(1).max(20)).max(20),
    playing: nowPlaying,
  }),
  /** What the device plays has changed. */
  z.object({ type: z.literal('playing'), playing: nowPlaying }),
  /** Renames a device of the member: every device learns it by `devices`, and the renamed one stores it. */
  z.object({ type: z.literal('rename'), id: deviceId, name: deviceName }),
  /** Sends a message to another device of the member. */
  z.object({ type: z.literal('send'), to: deviceId, body: z.string() }),
])
export type ClientFrame = z.infer<typeof clientFrame>

const device = z.object({
  id: deviceId,
  name: deviceName,
  kind: z.enum(deviceKinds),
  outputs: z.array(z.string()),
  playing: nowPlaying,
})
/** A device as others of the same member see it. */
export type ConnectDevice = z.infer<typeof device>

/** From the server to a device. */
export const serverFrame = z.discriminatedUnion('type', [
  /** The answer to `hello`. */
  z.object({ type: z.literal('welcome'), version: z.literal(connectVersion), id: deviceId }),
  /** All devices of the member, this one included, whenever the list changes; in the order in which they connected. */
  z.object({ type: z.literal('devices'), devices: z.array(device) }),
  /** A message from another device. */
  z.object({ type: z.literal('message'), from: deviceId, body: z.string() }),
  /** A message could not be delivered: the device is not connected. */
  z.object({ type: z.literal('undelivered'), to: deviceId }),
])
export type ServerFrame = z.infer<typeof serverFrame>
