/** PostgreSQL notifications: reconnect after an outage, without duplicate listeners. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../packages/server/src/database/database.ts'
import { openPostgresNotifications } from '../../packages/server/src/database/postgres-notifications.ts'
import { createTestDatabase, type TestDatabase } from '../support/create-database.ts'
import { type FaultProxy, startFaultProxy, throughPort } from '../support/fault-proxy.ts'
import { waitUntil } from '../support/wait-until.ts'

const log = pino({ level: 'silent' })
let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = await openDatabase({ url: testDatabase.url, maxConnections: 2, applicationName: 'test', log })
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

/** TCP proxy in front of the database that can be closed: connections are then accepted and dropped after a moment. */
async function startGate(databaseUrl: string) {
  const { searchParams } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const seen = { dropped: 0, mostAtOnce: 0 }
  let isClosed = false
  const server = createServer(socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined)
    if (isClosed) {
      seen.mostAtOnce = Math.max(seen.mostAtOnce, sockets.size)
      setTimeout(() => {
        seen.dropped += 1
        socket.destroy()
      }, 100)
      return
    }
    const upstream = connect(join(searchParams.get('host') ?? '', '.s.PGSQL.5432'))
    upstream.on('error', () => undefined).once('close', () => socket.destroy())
    socket.once('close', () => upstream.destroy())
    socket.pipe(upstream).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: throughPort(databaseUrl, port),
    seen,
    closeGate() {
      isClosed = true
      for (const socket of sockets) socket.destroy()
    },
    openGate() {
      isClosed = false
    },
    close: () => server.close(),
  }
}

test('notifications: reconnect with one connection at a time, and deliver each notification once', async () => {
  const gate = await startGate(testDatabase.url)
  const notifications = await openPostgresNotifications(database, gate.url, log)
  const received: (string | undefined)[] = []
  notifications.subscribe('job-waiting', id => received.push(id))

  gate.closeGate()
  await waitUntil('the rejected connections', () => gate.seen.dropped >= 4, { timeoutMs: 20_000 })
  expect(gate.seen.mostAtOnce).toBe(1)

  gate.openGate()
  // Notifications during the outage are lost, so subscribers must poll.
  await waitUntil('the first notification', () => received.length > 0, { timeoutMs: 20_000 })
  expect(received).toEqual([undefined])
  await notifications.publish('job-waiting', 'a')
  await waitUntil('the second notification', () => received.length > 1, { timeoutMs: 20_000 })
  expect(received).toEqual([undefined, 'a'])
  await notifications.close()
  gate.close()
})

test('notifications: detect a silently dropped connection and make subscribers poll', async () => {
  const { proxy, url } = await startProxy(testDatabase.url)
  const notifications = await openPostgresNotifications(database, url, log, 1000)
  const received: (string | undefined)[] = []
  notifications.subscribe('job-waiting', id => received.push(id))
  proxy.blackhole()
  await waitUntil('the first notification', () => received.length > 0, { timeoutMs: 20_000 })
  expect(received).toEqual([undefined])
  await notifications.publish('job-waiting', 'a')
  await waitUntil('the second notification', () => received.length > 1, { timeoutMs: 20_000 })
  expect(received).toEqual([undefined, 'a'])
  await notifications.close()
  await proxy.close()
})

test('openDatabase: a query on a silently dropped connection fails, and the next one works', async () => {
  const { proxy, url } = await startProxy(testDatabase.url)
  const single = await openDatabase({ url, maxConnections: 1, applicationName: 'test', silenceMs: 1000, log })
  await single.pool.query('select 1')
  proxy.blackhole()
  await expect(single.pool.query('select 1')).rejects.toThrow('the database did not respond in time')
  expect((await single.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  await single.close()
  await proxy.close()
})

test('openDatabase: a connection lost during a transaction fails the transaction, not the process', async () => {
  const { proxy, url } = await startProxy(testDatabase.url)
  const cutOff = await openDatabase({ url, maxConnections: 1, applicationName: 'test', log })
  const client = await cutOff.pool.connect()
  await client.query('begin')
  const ended = new Promise(resolve => client.once('end', () => resolve(undefined)))
  proxy.cut()
  await ended
  await expect(client.query('select 1')).rejects.toThrow()
  client.release(true)
  expect((await cutOff.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  await cutOff.close()
  await proxy.close()
})

async function startProxy(databaseUrl: string): Promise<{ proxy: FaultProxy; url: string }> {
  const { searchParams } = new URL(databaseUrl.replace('postgresql:', 'http://x'))
  const proxy = await startFaultProxy({ path: `${searchParams.get('host')}/.s.PGSQL.5432` })
  return { proxy, url: throughPort(databaseUrl, proxy.port) }
}
