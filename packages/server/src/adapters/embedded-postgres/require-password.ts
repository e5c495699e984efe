/**
 * Makes the server ask for a password. A cluster of an earlier version trusts every connection, which a program that
 * broke out into a sandbox without namespaces could make: Landlock does not check connections to Unix sockets.
 */
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findDatabasePassword, loadDatabasePassword } from './database-password.ts'
import { superuser } from './init-cluster.ts'

const rulesFor = (method: string) =>
  ['local all', 'local replication', 'host all', 'host replication']
    .map(start => `${start} all ${start.startsWith('host') ? 'all ' : ''}${method}\n`)
    .join('')
const passwordRules = rulesFor('scram-sha-256')
/** Only for the Unix socket; the server has no other. */
const openRules = 'local all all trust\n'
const pollMs = 25

/**
 * Requires the launch lock and a stopped server. If the file with the password was lost, the server starts once as in
 * earlier versions, so that a new password can be set; in this order, so that it can be done again after a crash.
 */
export async function preparePassword(dataDir: string): Promise<string> {
  const clusterDir = join(dataDir, 'postgres')
  if ((await findDatabasePassword(dataDir)) === undefined && (await isAsking(clusterDir)) === true)
    await writeRules(clusterDir, openRules)
  return loadDatabasePassword(dataDir)
}

/**
 * Requires the launch lock and a running server. The rules are replaced last and at once: until then every start does it
 * again, with the same password.
 */
export async function requirePassword(
  client: pg.Client,
  clusterDir: string,
  options: { readonly password: string; readonly timeoutMs: number },
): Promise<boolean> {
  if ((await isAsking(clusterDir)) !== false) return false
  // A failed statement is logged otherwise, with the password.
  await client.query('set log_min_error_statement to panic')
  await client.query(`alter role ${superuser} password ${pg.escapeLiteral(options.password)}`)
  await writeRules(clusterDir, passwordRules)
  await client.query('select pg_reload_conf()')
  const deadline = Date.now() + options.timeoutMs
  while (await isTrusting(client)) {
    if (Date.now() > deadline) throw new Error('PostgreSQL did not read its new access rules.')
    await delay(pollMs)
  }
  return true
}

/** Undefined for a cluster that does not exist. */
async function isAsking(clusterDir: string): Promise<boolean | undefined> {
  const rules = await readFile(join(clusterDir, 'pg_hba.conf'), 'utf8').catch(error => {
    if (error.code !== 'ENOENT') throw error
  })
  const lines = rules?.split('\n').filter(line => !line.startsWith('#'))
  return lines && !lines.some(line => line.split(/\s/).includes('trust'))
}

async function writeRules(clusterDir: string, rules: string): Promise<void> {
  const path = join(clusterDir, 'pg_hba.conf')
  const draftPath = `${path}.new`
  const draft = await open(draftPath, 'w', 0o600)
  try {
    await draft.writeFile(rules)
    await draft.sync()
  } finally {
    await draft.close()
  }
  await rename(draftPath, path)
  const folder = await open(clusterDir, 'r')
  await folder.sync().finally(() => folder.close())
}

/** The server reads its rules some time after it was asked to. */
async function isTrusting({ host, port, database }: pg.Client): Promise<boolean> {
  const client = new pg.Client({ host, port, database: String(database), user: superuser, password: 'wrong' })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') return false
    throw error
  } finally {
    await client.end()
  }
}
