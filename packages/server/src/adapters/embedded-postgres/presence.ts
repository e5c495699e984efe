/** Marks that a process uses the server: one open connection, which the kernel closes when the process dies. */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { superuser } from './init-cluster.ts'
import type { Postmaster } from './postmaster.ts'
import { requirePassword } from './require-password.ts'

export interface Presence {
  isLast(): Promise<boolean>
  leave(): Promise<void>
}

export const databaseName = 'filesmith'
const applicationName = 'filesmith-presence'
const isNotYetReady: ReadonlySet<string> = new Set(['57P03', 'ECONNREFUSED', 'ENOENT'])

/** Requires the launch lock. Creates the database if it is missing: the process that created the cluster may have been killed. */
export async function joinServer(
  postmaster: Postmaster,
  options: {
    readonly clusterDir: string
    readonly password: string
    readonly timeoutMs: number
    readonly onLost: () => void
    readonly onPasswordSet: () => void
  },
): Promise<Presence> {
  const client = await connect(postmaster, options.password, Date.now() + options.timeoutMs)
  if (await requirePassword(client, options.clusterDir, options)) options.onPasswordSet()
  const found = await client.query('select 1 from pg_database where datname = $1', [databaseName])
  if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  client.once('end', options.onLost)
  return {
    async isLast() {
      const others = await client.query(
        'select 1 from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid() limit 1',
        [applicationName],
      )
      return others.rowCount === 0
    },
    async leave() {
      client.off('end', options.onLost)
      await client.end()
    },
  }
}

/** Without a password for a server of an earlier version, which has none. */
export function connectionString(
  postmaster: Postmaster,
  database: string,
  password: string | undefined,
): string {
  const address = `postgresql:///${database}?host=${encodeURIComponent(postmaster.socketFolder)}&user=${superuser}`
  return password === undefined ? address : `${address}&password=${encodeURIComponent(password)}`
}

/** A server in crash recovery refuses connections for a while. */
async function connect(postmaster: Postmaster, password: string, deadline: number): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({
      connectionString: connectionString(postmaster, 'postgres', password),
      application_name: applicationName,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      const code = String((error as { code?: unknown }).code)
      if (!isNotYetReady.has(code) || Date.now() > deadline) throw error
      await delay(100)
    }
  }
}
