/** Who listens for notifications comes back after the database was away, once. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../packages/server/src/adapters/postgres/database.ts'
import { openPostgresNotifications } from '../../packages/server/src/adapters/postgres/postgres-notifications.ts'
import { createTestDatabase, type TestDatabase } from '../support/create-database.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
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

/** A door to the database that can be shut: who knocks then is let in for a moment, and turned away. */
async function openDoor(databaseUrl: string) {
  const { pathname, searchParams } = new URL(databaseUrl)
  const visitors = new Set<Socket>()
  const seen = { turnedAway: 0, mostAtOnce: 0 }
  let isShut = false
  const server = createServer(visitor => {
    visitors.add(visitor)
    visitor.once('close', () => visitors.delete(visitor)).on('error', () => undefined)
    if (isShut) {
      seen.mostAtOnce = Math.max(seen.mostAtOnce, visitors.size)
      setTimeout(() => {
        seen.turnedAway += 1
        visitor.destroy()
      }, 100)
      return
    }
    const inside = connect(join(searchParams.get('host') ?? '', '.s.PGSQL.5432'))
    inside.on('error', () => undefined).once('close', () => visitor.destroy())
    visitor.once('close', () => inside.destroy())
    visitor.pipe(inside).pipe(visitor)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://${searchParams.get('user')}@127.0.0.1:${port}${pathname}`,
    seen,
    shut() {
      isShut = true
      for (const visitor of visitors) visitor.destroy()
    },
    reopen() {
      isShut = false
    },
    close: () => server.close(),
  }
}

test('while the database is away it is asked by one at a time, and afterwards heard once', async () => {
  const door = await openDoor(testDatabase.url)
  const notifications = await openPostgresNotifications(database, door.url, log)
  const heard: (string | undefined)[] = []
  notifications.subscribe('job-waiting', id => heard.push(id))

  door.shut()
  await waitUntil('the rejected connections', () => door.seen.turnedAway >= 4, { timeoutMs: 20_000 })
  expect(door.seen.mostAtOnce).toBe(1)

  door.reopen()
  // Whatever was said in between is lost, so everybody is told to look for themselves.
  await waitUntil('the first notification', () => heard.length > 0, { timeoutMs: 20_000 })
  expect(heard).toEqual([undefined])
  await notifications.publish('job-waiting', 'a')
  await waitUntil('the second notification', () => heard.length > 1, { timeoutMs: 20_000 })
  expect(heard).toEqual([undefined, 'a'])
  await notifications.close()
  door.close()
})

test('a connection that was lost without a word is noticed, and everybody is told to look', async () => {
  const { proxy, url } = await startWire(testDatabase.url)
  const notifications = await openPostgresNotifications(database, url, log, 1000)
  const heard: (string | undefined)[] = []
  notifications.subscribe('job-waiting', id => heard.push(id))
  proxy.blackhole()
  await waitUntil('the first notification', () => heard.length > 0, { timeoutMs: 20_000 })
  expect(heard).toEqual([undefined])
  await notifications.publish('job-waiting', 'a')
  await waitUntil('the second notification', () => heard.length > 1, { timeoutMs: 20_000 })
  expect(heard).toEqual([undefined, 'a'])
  await notifications.close()
  await proxy.close()
})

test('a query on a connection that was lost without a word fails, and the next one works', async () => {
  const { proxy, url } = await startWire(testDatabase.url)
  const lonely = await openDatabase({ url, maxConnections: 1, applicationName: 'test', silenceMs: 1000, log })
  await lonely.pool.query('select 1')
  proxy.blackhole()
  await expect(lonely.pool.query('select 1')).rejects.toThrow('silent for too long')
  expect((await lonely.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  await lonely.close()
  await proxy.close()
})

test('a connection that breaks in the middle of a transaction fails the transaction, not the process', async () => {
  const { proxy, url } = await startWire(testDatabase.url)
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

async function startWire(databaseUrl: string): Promise<{ proxy: FaultProxy; url: string }> {
  const { searchParams } = new URL(databaseUrl.replace('postgresql:', 'http://x'))
  const proxy = await startFaultProxy({ path: `${searchParams.get('host')}/.s.PGSQL.5432` })
  const name = /\/(test_\w+)\?/.exec(databaseUrl)?.[1]
  return { proxy, url: `postgresql://${searchParams.get('user')}@127.0.0.1:${proxy.port}/${name}` }
}
