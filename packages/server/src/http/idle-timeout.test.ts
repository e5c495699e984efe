import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeSignal } from './close-signal.ts'
import { registerIdleTimeout } from './idle-timeout.ts'

const idleMs = 400

let app: FastifyInstance
beforeEach(() => {
  app = fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true })
  registerIdleTimeout(app, idleMs)
  app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
})
afterEach(() => app.close())

async function open() {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  return { socket, closed: once(socket, 'close') }
}

const size = 32 * 1024 * 1024
const head = (method: string) =>
  `${method} / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/octet-stream\r\ncontent-length: ${method === 'POST' ? size : 0}\r\n\r\n`

test('registerIdleTimeout: a client is not disconnected while it waits for slow storage', async () => {
  app.post<{ Body: Readable }>('/', async ({ body }) => {
    // Nothing is read meanwhile, so the client blocks once the socket buffers are full.
    await delay(4 * idleMs)
    return { size: (await buffer(body)).length }
  })
  const { socket, closed } = await open()
  let answer = ''
  socket.on('data', bytes => {
    answer += bytes
  })
  socket.write(head('POST'))
  socket.write(Buffer.alloc(size))
  await closed
  expect(answer).toContain(`{"size":${size}}`)
})

test('registerIdleTimeout: a stalled body that its handler does not read closes the connection', async () => {
  const wasClosed = Promise.withResolvers<boolean>()
  app.post('/', async (_request, reply) => {
    reply.raw.once('close', () => wasClosed.resolve(reply.raw.writableFinished))
    return new Promise(() => undefined)
  })
  const { socket, closed } = await open()
  socket.write(head('POST'))
  socket.write('a beginning')
  await closed
  expect(await wasClosed.promise).toBe(false)
})

const smallRequest = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/octet-stream\r\ncontent-length: 4\r\n\r\nwhat`

test('registerIdleTimeout: a complete body whose handler never replies is answered with 503', async () => {
  app.post<{ Body: Readable }>('/', async ({ body }) => {
    await buffer(body)
    return new Promise(() => undefined)
  })
  const { socket } = await open()
  socket.write(smallRequest('/'))
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer).toContain('"code":"unavailable"')
})

test('registerIdleTimeout: a reader that never settles on a complete body gets the error and cleans up', async () => {
  app.post<{ Body: Readable }>('/', async ({ body }) => {
    const [error] = await once(body, 'failed').catch((reason: unknown) => [reason])
    await buffer(body)
    throw Object.assign(new Error('cleaned up'), { statusCode: 418, cause: error })
  })
  const { socket } = await open()
  socket.write(smallRequest('/'))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 418 /)
})

test('registerIdleTimeout: a handler that waits until the client disconnects is not ended', async () => {
  const otherIsEnded = Promise.withResolvers<void>()
  app.post('/stuck', () => new Promise(() => undefined))
  app.post('/waiting', async (_request, reply) => {
    closeSignal(reply)
    await otherIsEnded.promise
    return 'done'
  })
  const waiting = await open()
  waiting.socket.write(smallRequest('/waiting'))
  const answer = text(waiting.socket)
  const { port } = app.server.address() as AddressInfo
  const started = once(app.server, 'request')
  await started
  const stuck = connect(port, '127.0.0.1')
  stuck.write(smallRequest('/stuck'))
  expect(await text(stuck)).toMatch(/^HTTP\/1\.1 503 /)
  otherIsEnded.resolve()
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(await answer).toMatch(/done$/)
})

test('registerIdleTimeout: a reply that the client stops reading is aborted', async () => {
  const source = Readable.from(
    (async function* () {
      for (;;) yield Buffer.alloc(256 * 1024)
    })(),
  )
  const given = once(source, 'close')
  app.get('/', (_request, reply) => reply.send(source))
  const { socket, closed } = await open()
  socket.write(head('GET'))
  await once(socket, 'data')
  socket.pause()
  await given
  socket.resume()
  await closed
  expect(source.destroyed).toBe(true)
})
