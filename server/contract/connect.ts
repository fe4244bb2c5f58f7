/**
 * Strand Connect: the frames of the WebSocket `GET /api/v2/connect`, as JSON text. The socket of each device is signed in by the session
 * cookie or by a bearer token. The server relays messages between the devices of one member and does not read their `body`;
 * `renderer/player/remote/messages.ts` defines it.
 */
import { z } from 'zod'
import { connectLimits, connectVersion } from './rules.ts'

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
    /** The name that the member has given this device, otherwise browser and system. */
    name: deviceName,
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
  /** False for a moment after its connection was lost: it may be reloading, offline or closed. */
  connected: z.boolean(),
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
