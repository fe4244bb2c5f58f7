/** Cast devices on the loopback, over real TLS: one that runs the device model, and hostile ones. */
import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { createDecoder, encode } from '../../../electron/cast/codec.ts'
import type { LocatedDevice } from '../../../electron/cast/discovery.ts'
import type { DeviceModel, ModelMessage } from './deviceModel.ts'

/** A self-signed certificate, as devices have. It protects nothing. */
export const certificate = {
  key: readFileSync(new URL('device.key', import.meta.url)),
  cert: readFileSync(new URL('device.crt', import.meta.url)),
}

export interface LoopbackDevice extends LocatedDevice {
  sockets: Set<TLSSocket>
  /** Handles each further connection. */
  onConnection(socket: TLSSocket): void
  /** Closes the connections, as when the network is lost. */
  disconnect(): void
  close(): Promise<void>
}

/** Listens, and calls `onSocket` for every connection. */
export async function startDevice(onSocket: (socket: TLSSocket) => void): Promise<LoopbackDevice> {
  const sockets = new Set<TLSSocket>()
  const server = createServer(certificate, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    device.onConnection(socket)
  })
  /** Also those whose handshake is not complete. */
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const disconnect = (): void => {
    for (const socket of [...sockets, ...connections]) socket.destroy()
  }
  const device: LoopbackDevice = {
    onConnection: onSocket,
    id: 'loopback',
    name: 'Living room',
    model: 'Test',
    hasScreen: true,
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    sockets,
    disconnect,
    close: () => {
      disconnect()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return device
}

export const write = (socket: TLSSocket, { source, destination, namespace, body }: ModelMessage): void =>
  void socket.write(encode({ source, destination, namespace, payload: JSON.stringify(body) }))

/** Connects the senders of a socket with the model. */
export function serveModel(model: DeviceModel): (socket: TLSSocket) => void {
  return (socket) => {
    const decode = createDecoder()
    const own = new Set<string>()
    socket.on('data', (chunk: Buffer) => {
      for (const { source, destination, namespace, payload } of decode(chunk)) {
        if (!own.has(source)) {
          own.add(source)
          model.attach(source, (message) => write(socket, message))
        }
        const isAccepted = model.receive({ source, destination, namespace, body: JSON.parse(payload) as Record<string, unknown> })
        if (!isAccepted) return socket.destroy()
      }
    })
    socket.on('close', () => {
      for (const sender of own) model.detach(sender)
    })
  }
}
