/** Devices of Strand Connect in tests: real WebSockets that collect the frames which they get. */
import { WebSocket } from 'ws'
import type { ClientFrame, ServerFrame } from '#contract/connect.ts'
import { connectPath, connectProtocol, connectVersion } from '#contract/rules.ts'
import { Client } from './client.ts'

const open: WebSocket[] = []
/** Closes the sockets of a test. */
export const closeSockets = async (): Promise<void> => {
  await Promise.all(
    open.splice(0).map(async (socket) => {
      if (socket.readyState === WebSocket.CLOSED) return
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.terminate()
      await closed
    }),
  )
}

export const cookieOf = ({ cookies }: Client) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

export interface Attempt {
  client?: Client
  origin?: string | null
  protocols?: string[]
  path?: string
  headers?: Record<string, string>
}

export function openSocket(
  url: string,
  { client, origin = url, protocols = [connectProtocol], path = connectPath, headers = {} }: Attempt,
): WebSocket {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, protocols, {
    headers: { ...(client && { Cookie: cookieOf(client) }), ...(origin !== null && { Origin: origin }), ...headers },
  })
  open.push(socket)
  return socket
}

/** The status with which an upgrade is refused; 101 if it is accepted. */
export const upgradeStatus = (url: string, attempt: Attempt): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const socket = openSocket(url, attempt)
    socket.on('open', () => resolve(101))
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode)
      response.resume()
    })
    socket.on('error', reject)
  })

export const codeOf = (socket: WebSocket): Promise<number> => new Promise((resolve) => socket.once('close', (code) => resolve(code)))

export type Hello = Extract<ClientFrame, { type: 'hello' }>

let count = 0
export const hello = (given: Partial<Hello> = {}): Hello => ({
  type: 'hello',
  version: connectVersion,
  id: `device-${String((count += 1)).padStart(12, '0')}`,
  kind: 'browser',
  name: 'Firefox on Linux',
  outputs: ['hosted'],
  playing: null,
  ...given,
})

/** A connected device, which collects the frames that it gets. */
/** @param who a signed-in client, or the headers of the upgrade. */
export async function connectDevice(url: string, who: Client | Record<string, string>, given: Partial<Hello> = {}) {
  const socket = openSocket(url, who instanceof Client ? { client: who } : { headers: who })
  const frames: ServerFrame[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)) as ServerFrame)
    for (const check of [...waiting]) check()
  })
  const until = <Frame extends ServerFrame>(matches: (frame: ServerFrame) => frame is Frame): Promise<Frame> =>
    new Promise((resolve) => {
      const check = () => {
        const found = frames.find(matches)
        if (!found) return
        waiting.delete(check)
        frames.splice(0, frames.indexOf(found) + 1)
        resolve(found)
      }
      waiting.add(check)
      check()
    })
  const sent = hello(given)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const send = (frame: ClientFrame) => socket.send(JSON.stringify(frame))
  send(sent)
  await until((frame): frame is Extract<ServerFrame, { type: 'welcome' }> => frame.type === 'welcome')
  /** Resolves with the names once the list has this many devices, or fulfils `matches`. */
  const listed = async (matches: (devices: Extract<ServerFrame, { type: 'devices' }>['devices']) => boolean) =>
    (await until((frame): frame is Extract<ServerFrame, { type: 'devices' }> => frame.type === 'devices' && matches(frame.devices))).devices
  const message = () => until((frame): frame is Extract<ServerFrame, { type: 'message' }> => frame.type === 'message')
  const undelivered = () => until((frame): frame is Extract<ServerFrame, { type: 'undelivered' }> => frame.type === 'undelivered')
  return { id: sent.id, socket, send, frames, listed, message, undelivered }
}
