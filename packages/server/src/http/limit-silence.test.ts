import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registerSilenceLimit } from './limit-silence.ts'

const silenceMs = 400

let app: FastifyInstance
beforeEach(() => {
  app = fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true })
  registerSilenceLimit(app, silenceMs)
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

test('registerSilenceLimit: a client is not cut off while it waits for slow storage', async () => {
  app.post<{ Body: Readable }>('/', async ({ body }) => {
    // Nothing is read meanwhile: more than fits into the buffers on the way waits at the client.
    await delay(4 * silenceMs)
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

test('registerSilenceLimit: a body that its handler does not read ends with the connection', async () => {
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

test('registerSilenceLimit: a reply that is not read any more is given up', async () => {
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
