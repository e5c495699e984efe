/** LISTEN and NOTIFY: one connection a process listens on, reopened whenever it breaks. */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../../ports/log.ts'
import { type Notifications, type Topic, topics } from '../../ports/notifications.ts'
import type { Database } from './database.ts'
import { usualSilenceMs, watchedSocket } from './watched-socket.ts'

const channelPrefix = 'filesmith-'
const reconnectDelayMs = 500

/** The trigger on conversions names these channels too. */
function channelOf(topic: Topic): string {
  return `${channelPrefix}${topic}`
}

export interface ListeningNotifications extends Notifications {
  close(): Promise<void>
}

export async function openPostgresNotifications(
  database: Database,
  url: string,
  log: Log,
  silenceMs = usualSilenceMs,
): Promise<ListeningNotifications> {
  const listeners = new Map<Topic, Set<(id: string | undefined) => void>>(
    topics.map(topic => [topic, new Set()]),
  )
  let client: pg.Client | undefined
  let isClosed = false

  const deliver = (topic: Topic, id: string | undefined) => {
    for (const listener of listeners.get(topic) ?? []) listener(id)
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'filesmith-listen',
      keepAlive: true,
      stream: watchedSocket(silenceMs),
    })
    fresh.on('error', error => log.warn({ err: error }, 'lost the listening database connection'))
    fresh.on('notification', ({ channel, payload }) => {
      deliver(channel.slice(channelPrefix.length) as Topic, payload)
    })
    try {
      await fresh.connect()
      for (const topic of topics) await fresh.query(`listen "${channelOf(topic)}"`)
    } catch (error) {
      void fresh.end().catch(() => undefined)
      throw error
    }
    // Only from here on: an attempt that fails ends too, and who made it tries again already.
    // Whoever only listens does not notice that nobody speaks any more; who asks does.
    let isAsked = false
    const asking = setInterval(() => {
      if (isAsked) return
      isAsked = true
      const settle = () => {
        isAsked = false
      }
      fresh.query('select 1').then(settle, settle)
    }, silenceMs / 3)
    fresh.once('end', () => {
      clearInterval(asking)
      if (!isClosed) void reconnect()
    })
    client = fresh
    if (isClosed) await fresh.end()
  }

  async function reconnect(): Promise<void> {
    client = undefined
    while (!isClosed) {
      await delay(reconnectDelayMs)
      try {
        await connect()
        for (const topic of topics) deliver(topic, undefined)
        return
      } catch (error) {
        log.debug({ err: error }, 'the database does not answer yet')
      }
    }
  }

  await connect()
  return {
    async publish(topic, id) {
      await database.pool.query('select pg_notify($1, $2)', [channelOf(topic), id])
    },
    subscribe(topic, onMessage) {
      listeners.get(topic)?.add(onMessage)
      return () => listeners.get(topic)?.delete(onMessage)
    },
    async close() {
      isClosed = true
      await client?.end()
    },
  }
}
