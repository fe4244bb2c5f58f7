/** A TCP proxy that can be closed and opened again, or fall silent, to simulate network failures. */
import { connect, createServer, type Server, type Socket } from 'node:net'

export interface Proxy {
  port: number
  /** Closes all connections and refuses new ones. */
  close(): Promise<void>
  open(): Promise<void>
  /** From now on its connections carry nothing, and new ones neither, until the next `open`. They are not closed. */
  silence(): void
}

export async function startProxy(target: { host: string; port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const track = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => other.destroy())
  }
  let isSilent = false
  const createProxy = (): Server =>
    createServer((socket) => {
      if (isSilent) return void sockets.add(socket.on('error', () => undefined))
      const onward = connect(target.port, target.host)
      track(socket, onward)
      track(onward, socket)
      socket.pipe(onward).pipe(socket)
    })
  const listen = (server: Server, port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  let server = createProxy()
  await listen(server, 0)
  const { port } = server.address() as { port: number }
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    open: () => {
      isSilent = false
      return listen((server = createProxy()), port)
    },
    silence() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}
