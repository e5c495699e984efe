/** LISTEN/NOTIFY: one listening connection per process, reopened whenever it breaks. */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../ports/log.ts'
import { type Notifications, type Topic, topics } from '../ports/notifications.ts'
import type { Database } from './database.ts'
import { defaultSilenceMs, idleTimeoutSocket } from './idle-timeout-socket.ts'

const channelPrefix = 'filesmith-'
const reconnectDelayMs = 500

/** The triggers in the migrations use the same channel names. */
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
  silenceMs = defaultSilenceMs,
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
    const connection = new pg.Client({
      connectionString: url,
      application_name: 'filesmith-listen',
      keepAlive: true,
      stream: idleTimeoutSocket(silenceMs),
    })
    connection.on('error', error => log.warn({ err: error }, 'notification connection lost'))
    connection.on('notification', ({ channel, payload }) => {
      deliver(channel.slice(channelPrefix.length) as Topic, payload)
    })
    try {
      await connection.connect()
      for (const topic of topics) await connection.query(`listen "${channelOf(topic)}"`)
    } catch (error) {
      void connection.end().catch(() => undefined)
      throw error
    }
    // Attached only after connecting: a failed attempt emits `end` too, and its caller already retries.
    // Polls, because a listening connection does not notice that the other end is gone.
    let isPolling = false
    const pollTimer = setInterval(() => {
      if (isPolling) return
      isPolling = true
      const settle = () => {
        isPolling = false
      }
      connection.query('select 1').then(settle, settle)
    }, silenceMs / 3)
    connection.once('end', () => {
      clearInterval(pollTimer)
      if (!isClosed) void reconnect()
    })
    client = connection
    if (isClosed) await connection.end()
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
        log.debug({ err: error }, 'notification reconnect failed')
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
