/** How devices start an app, or do not (K1). */
import type { TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { namespaces } from '../../electron/cast/channel.ts'
import { createDecoder, encode } from '../../electron/cast/codec.ts'
import { startDevice, write } from '../support/cast/device.ts'
import { closeAfterwards, codeOf, follow, open, senderOf, setUp, strandApp } from '../support/cast/world.ts'

closeAfterwards()

type Send = (body: Record<string, unknown>) => void

test.each([
  ['allows', 'resolved', true],
  ['refuses', 'refused', false],
])('K1 a person at the device %s it → %s', async (_what, code, isAllowed) => {
  const { sender, model } = await setUp({ needsApproval: true })
  // More than the time limit of the launch passes before the person decides.
  const connecting = sender({ launchMs: 200 }).connect('loopback', strandApp)
  const connected = codeOf(connecting)
  await new Promise((resolve) => setTimeout(resolve, 400))
  model.approve(isAllowed)
  expect(await connected).toBe(code)
  if (isAllowed) follow(await connecting)
})

/** A device that answers everything but `LAUNCH`, on which it calls `onLaunch`. */
const launching = (onLaunch: (send: Send, requestId: unknown, socket: TLSSocket) => void) =>
  startDevice((socket) => {
    const decode = createDecoder()
    const send = (body: Record<string, unknown>) =>
      write(socket, { source: 'receiver-0', destination: '*', namespace: namespaces.receiver, body })
    socket.on('data', (chunk: Buffer) => {
      for (const { payload } of decode(chunk)) {
        const { type, requestId } = JSON.parse(payload) as Record<string, unknown>
        if (type === 'GET_STATUS') send({ type: 'RECEIVER_STATUS', requestId, status: {} })
        if (type === 'GET_APP_AVAILABILITY') send({ type, requestId, availability: { [strandApp]: 'APP_AVAILABLE' } })
        if (type === 'LAUNCH') onLaunch(send, requestId, socket)
      }
    })
  })
const running = (more: Record<string, unknown> = {}) => ({
  type: 'RECEIVER_STATUS',
  status: { applications: [{ appId: 'E8C28D3C' }, { appId: strandApp, sessionId: 's', transportId: 't' }], ...more },
})

test('K1 the app starts after the time limit of the request, beside an app that cannot be joined → connected', async () => {
  const device = await launching((send) => void setTimeout(() => send(running({ volume: { level: 'loud' } })), 300))
  open.push(device.close)
  expect(
    await codeOf(
      senderOf(device, { limits: { requestMs: 100 } })
        .connect('loopback', strandApp)
        .then(follow),
    ),
  ).toBe('resolved')
})

const answerAndClose = (send: Send, requestId: unknown, socket: TLSSocket): void => {
  send({ type: 'LAUNCH_STATUS', requestId, status: 'USER_ALLOWED' })
  setTimeout(() => socket.destroy(), 50)
}

test.each([
  ['nothing', 'silent', () => undefined],
  ['a status without the app', 'silent', (send: Send) => send({ type: 'RECEIVER_STATUS', status: {} })],
  ['a status that is not valid', 'silent', (send: Send) => send({ type: 'RECEIVER_STATUS', status: { applications: 7 } })],
  ['an error', 'no_app', (send: Send) => send({ type: 'LAUNCH_ERROR', reason: 'NOT_FOUND' })],
  ['a refusal', 'no_app', (send: Send, requestId: unknown) => send({ type: 'INVALID_REQUEST', requestId })],
  ['an intermediate answer and the end of the connection', 'unreachable', answerAndClose],
  ['the end of the connection', 'unreachable', (_send: Send, _id: unknown, socket: TLSSocket) => void socket.destroy()],
])('K1 LAUNCH is answered by %s → the code %s', async (_what, code, answer) => {
  const device = await launching(answer)
  open.push(device.close)
  const { connect } = senderOf(device, { launchMs: 300 })
  expect(await codeOf(connect('loopback', strandApp))).toBe(code)
  await expect.poll(() => device.sockets.size, { message: 'the connection is closed' }).toBe(0)
})

test('K1 the app starts, and the connection ends in the same packet → the end is reported to a later listener', async () => {
  const device = await launching((_send, _requestId, socket) => {
    const status = encode({ source: 'receiver-0', destination: '*', namespace: namespaces.receiver, payload: JSON.stringify(running()) })
    socket.write(Buffer.concat([status, Buffer.from([0xff, 0xff, 0xff, 0xff])]))
  })
  open.push(device.close)
  const connection = await senderOf(device).connect('loopback', strandApp)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(follow(connection).last('ended')?.error.code).toBe('malformed')
})
