import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../../packages/server/src/adapters/embedded-postgres/start-embedded-postgres.ts'
import {
  checkoutDir,
  holdScript,
  type PostgresUser,
  spawnPostgresUser,
  startPostgresUser,
  whenStarted,
} from '../support/embedded-postgres-user.ts'
import { waitUntil } from '../support/wait-until.ts'

const isRoot = process.getuid?.() === 0
const log = { info: vi.fn(), warn: vi.fn() }
/** A cluster that has never been used: initializing one takes longer than everything else. */
let readyCluster: string
let folder: string
let dataDir: string
const users: PostgresUser[] = []

beforeAll(async () => {
  readyCluster = await mkdtemp(join(tmpdir(), 'filesmith-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir: readyCluster, log, isDurable: false })
  await postgres.stop()
})
afterAll(() => rm(readyCluster, { recursive: true }))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-test-'))
  dataDir = join(folder, 'data')
})

afterEach(async () => {
  await Promise.all(users.splice(0).map(user => user.kill()))
  await killServer()
  await rm(folder, { recursive: true, force: true })
})

async function copyReadyCluster(): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await promisify(execFile)('cp', ['-a', join(readyCluster, 'postgres'), dataDir])
}

async function startUser(): Promise<PostgresUser> {
  const user = await startPostgresUser(dataDir)
  users.push(user)
  return user
}

async function serverPid(): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  return text ? Number(text.split('\n')[0]) : undefined
}

async function killServer(): Promise<void> {
  const pid = await serverPid()
  if (pid && isRunning(pid)) process.kill(pid, 'SIGKILL')
  if (pid) await waitUntil('PostgreSQL to exit', () => !isRunning(pid), { timeoutMs: 10_000 })
}

/** A zombie process does not count as running. */
function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}/exe`)
}

async function query(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

describe('start and stop', () => {
  test('the first start creates a UTF-8 database on a private socket', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, log, isDurable: false })
    const [row] = await query(
      postgres.connectionString,
      `select current_database() as name, current_setting('server_encoding') as encoding,
        current_setting('listen_addresses') as addresses, upper('é') as upper`,
    )
    expect(row).toEqual({ name: 'filesmith', encoding: 'UTF8', addresses: '', upper: 'É' })
    const socketFolder = (await readdir(dataDir)).find(name => name.startsWith('postgres-socket-'))
    expect((await stat(join(dataDir, String(socketFolder)))).mode & 0o777).toBe(0o700)

    await postgres.stop()
    expect(isRunning(postgres.pid)).toBe(false)
    expect(await serverPid()).toBeUndefined()
  })

  test('by default every commit is durable', async () => {
    await copyReadyCluster()
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    const [row] = await query(
      postgres.connectionString,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
    )
    expect(row).toEqual({ fsync: 'on', commit: 'on' })
    await postgres.stop()
  })

  test('the server is detached from the process group and streams of its launcher', async () => {
    await copyReadyCluster()
    const user = await startUser()
    const [, afterName = ''] = (await readFile(`/proc/${user.pid}/stat`, 'utf8')).split(') ')
    const [, , processGroup, session] = afterName.split(' ').map(Number)
    expect({ processGroup, session }).toEqual({ processGroup: user.pid, session: user.pid })
    const streams = await Promise.all([0, 1, 2].map(fd => readlink(`/proc/${user.pid}/fd/${fd}`)))
    const logPath = join(dataDir, 'postgres.log')
    expect(streams).toEqual(['/dev/null', logPath, logPath])
    await user.stop()
  })

  test('a second process shares the server, which stops with the last one', async () => {
    await copyReadyCluster()
    const first = await startUser()
    const second = await startUser()
    expect(second.pid).toBe(first.pid)

    await first.stop()
    expect(await query(second.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.stop()
    expect(isRunning(first.pid)).toBe(false)
  })

  test('of several concurrent starts one creates the database and all use it', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => startUser()))
    expect(new Set(users.map(user => user.pid)).size).toBe(1)
    await Promise.all(users.map(user => user.stop()))
    expect(isRunning(users[0]?.pid ?? 0)).toBe(false)
  })
})

/** As an earlier version left it: the server trusts every connection, its role has no password. */
async function makeTrusting(): Promise<void> {
  await copyReadyCluster()
  await writeFile(
    join(dataDir, 'postgres', 'pg_hba.conf'),
    'local all all trust\nhost all all 127.0.0.1/32 trust\n',
  )
  const trusting = await startPostgresUser(dataDir)
  await query(trusting.connectionString, 'create table kept as select 7 as value')
  await query(trusting.connectionString, 'alter role filesmith password null')
  await trusting.stop()
  await writeFile(
    join(dataDir, 'postgres', 'pg_hba.conf'),
    'local all all trust\nhost all all 127.0.0.1/32 trust\n',
  )
  await rm(join(dataDir, 'postgres-password'))
}

function withPassword(connectionString: string, password: string): string {
  const url = new URL(connectionString.replace(':///', '://x/'))
  url.searchParams.set('password', password)
  return url.href.replace('://x/', ':///')
}

const refusesTrust = (connectionString: string) =>
  expect(query(withPassword(connectionString, 'guessed'), 'select 1')).rejects.toMatchObject({
    code: '28P01',
  })

describe('password', () => {
  test('a new cluster refuses connections without it, and only its owner can read it', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, log, isDurable: false })
    await refusesTrust(postgres.connectionString)
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
    const [role] = await query(
      postgres.connectionString,
      'select rolpassword from pg_authid where rolname = current_user',
    )
    expect(role?.rolpassword).toMatch(/^SCRAM-SHA-256\$/)
    const rules = await query(postgres.connectionString, 'select distinct auth_method from pg_hba_file_rules')
    expect(rules).toEqual([{ auth_method: 'scram-sha-256' }])
    const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain(password)
    await postgres.stop()
  })

  test('a cluster that trusted every connection asks for it from the next start on, and keeps its data', async () => {
    await makeTrusting()
    const postgres = await startEmbeddedPostgres({ dataDir, log, isDurable: false })
    await refusesTrust(postgres.connectionString)
    expect(await query(postgres.connectionString, 'select value from kept')).toEqual([{ value: 7 }])
    const rules = await query(postgres.connectionString, 'select distinct auth_method from pg_hba_file_rules')
    expect(rules).toEqual([{ auth_method: 'scram-sha-256' }])
    await postgres.stop()
    const again = await startEmbeddedPostgres({ dataDir, log, isDurable: false })
    await refusesTrust(again.connectionString)
    expect(await query(again.connectionString, 'select value from kept')).toEqual([{ value: 7 }])
    await again.stop()
  })

  test('a server that an earlier version left running is moved over while it runs', async () => {
    await makeTrusting()
    const rules = join(dataDir, 'postgres', 'pg_hba.conf')
    const trusting = await readFile(rules, 'utf8')
    const first = await startUser()
    await writeFile(rules, trusting)
    await query(first.connectionString, 'alter role filesmith password null; select pg_reload_conf()')
    const isTrusting = () =>
      query(withPassword(first.connectionString, 'guessed'), 'select 1').then(
        () => true,
        () => false,
      )
    await waitUntil('the server to trust', isTrusting, { timeoutMs: 10_000 })
    await first.kill()
    const second = await startUser()
    expect(second.pid).toBe(first.pid)
    await refusesTrust(second.connectionString)
    expect(await query(second.connectionString, 'select value from kept')).toEqual([{ value: 7 }])
    await second.stop()
  })

  /** What a start leaves that is killed behind each of its steps. */
  test.each([
    ['the password is chosen', false, false],
    ['the role has it', true, false],
    ['the new rules are written beside the old ones', true, true],
  ])('a start killed after %s is resumed', async (_step, hasRolePassword, hasDraft) => {
    await makeTrusting()
    const password = 'p'.repeat(43)
    await writeFile(join(dataDir, 'postgres-password'), `${password}\n`, { mode: 0o600 })
    if (hasRolePassword) {
      const rules = join(dataDir, 'postgres', 'pg_hba.conf')
      const trusting = await readFile(rules, 'utf8')
      await (await startUser()).stop()
      await writeFile(rules, trusting)
    }
    if (hasDraft) await writeFile(join(dataDir, 'postgres', 'pg_hba.conf.new'), 'local al')
    const postgres = await startEmbeddedPostgres({ dataDir, log, isDurable: false })
    expect(postgres.connectionString).toContain(password)
    await refusesTrust(postgres.connectionString)
    expect(await query(postgres.connectionString, 'select value from kept')).toEqual([{ value: 7 }])
    await postgres.stop()
  })

  test('starts that are killed at any moment while they move a cluster leave one that opens', async () => {
    await makeTrusting()
    for (let round = 0; round < 6; round++) {
      const child = spawnPostgresUser(dataDir)
      const rules = () =>
        readFile(join(dataDir, 'postgres', 'pg_hba.conf.new'), 'utf8').catch(() => undefined)
      const hasPassword = () => existsSync(join(dataDir, 'postgres-password'))
      await waitUntil(
        'a step of the move',
        async () =>
          round % 2 === 0
            ? hasPassword()
            : (await serverPid()) !== undefined || (await rules()) !== undefined,
        { timeoutMs: 10_000, intervalMs: 1 },
      )
      child.kill('SIGKILL')
      await killServer()
    }
    const user = await startUser()
    await refusesTrust(user.connectionString)
    expect(await query(user.connectionString, 'select value from kept')).toEqual([{ value: 7 }])
    await user.stop()
  })

  test('a lost password is replaced at the next start', async () => {
    const first = await startEmbeddedPostgres({ dataDir, log, isDurable: false })
    await query(first.connectionString, 'create table kept as select 7 as value')
    await first.stop()
    await rm(join(dataDir, 'postgres-password'))
    const second = await startEmbeddedPostgres({ dataDir, log, isDurable: false })
    expect(second.connectionString).not.toBe(first.connectionString)
    await refusesTrust(second.connectionString)
    expect(await query(second.connectionString, 'select value from kept')).toEqual([{ value: 7 }])
    await second.stop()
  })
})

describe('after a kill', () => {
  test('the next process takes over the server of a killed launcher', async () => {
    await copyReadyCluster()
    const first = await startUser()
    await query(first.connectionString, 'create table kept as select 7 as value')
    await first.kill()
    const second = await startUser()
    expect(second.pid).toBe(first.pid)
    expect(await query(second.connectionString, 'select value from kept')).toEqual([{ value: 7 }])
    await second.stop()
    expect(isRunning(second.pid)).toBe(false)
  })

  test('a killed server is restarted by its user with its data', async () => {
    await copyReadyCluster()
    const postgres = await startEmbeddedPostgres({ dataDir, log, isDurable: false })
    await query(postgres.connectionString, 'create table kept as select 7 as value')
    const killedPid = postgres.pid
    process.kill(killedPid, 'SIGKILL')
    await waitUntil('PostgreSQL to be restarted', () => postgres.pid !== killedPid, { timeoutMs: 30_000 })
    expect(await query(postgres.connectionString, 'select value from kept')).toEqual([{ value: 7 }])
    expect(log.warn).toHaveBeenCalledWith('embedded database connection lost, restarting')
    await postgres.stop()
    expect(isRunning(postgres.pid)).toBe(false)
  })

  test('after all processes were killed the next start recovers the data', async () => {
    await copyReadyCluster()
    const first = await startUser()
    await query(first.connectionString, 'create table kept as select 7 as value')
    await first.kill()
    await killServer()
    const second = await startUser()
    expect(second.pid).not.toBe(first.pid)
    expect(await query(second.connectionString, 'select value from kept')).toEqual([{ value: 7 }])
    await second.stop()
  })

  test('a launcher killed during initialization leaves no cluster that looks complete', async () => {
    const launcher = spawnPostgresUser(dataDir)
    const names = () => readdir(dataDir).catch(() => [])
    await waitUntil(
      'the unfinished cluster folder',
      async () => (await names()).some(name => name.includes('unfinished')),
      {
        timeoutMs: 10_000,
        intervalMs: 2,
      },
    )
    launcher.kill('SIGKILL')
    expect(await names()).not.toContain('postgres')
    const next = await startUser()
    expect(await query(next.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    await next.stop()
  })

  test('a stale pid file with the pid of another program does not prevent the start', async () => {
    await copyReadyCluster()
    const first = await startUser()
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
    const text = await readFile(pidFile, 'utf8')
    await first.kill()
    await killServer()
    const stranger = spawn('sleep', ['infinity'])
    await writeFile(pidFile, text.replace(/^\d+/, String(stranger.pid)))
    const second = await startUser()
    expect(second.pid).not.toBe(stranger.pid)
    await second.stop()
    expect(isRunning(stranger.pid ?? 0)).toBe(true)
    stranger.kill()
  })
})

describe('unusual environments', () => {
  test('a data folder whose path is too long for a Unix socket', async () => {
    dataDir = join(folder, 'x'.repeat(120), 'y'.repeat(120))
    const postgres = await startEmbeddedPostgres({ dataDir, log, isDurable: false })
    expect(await query(postgres.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    const socketDir =
      new URL(postgres.connectionString.replace(':///', '://x/')).searchParams.get('host') ?? ''
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700)
    await postgres.stop()
    await rm(socketDir, { recursive: true })
  })

  test('a data folder with spaces, quotes and commas in its name', async () => {
    dataDir = join(folder, `a, 'b' "c" & d%20é`)
    const postgres = await startEmbeddedPostgres({ dataDir, log, isDurable: false })
    expect(await query(postgres.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
    await postgres.stop()
  })

  test('a damaged cluster reports the end of the server log', async () => {
    await copyReadyCluster()
    await (await startUser()).stop()
    await rm(join(dataDir, 'postgres', 'global', 'pg_control'))
    await expect(startEmbeddedPostgres({ dataDir, log, isDurable: false })).rejects.toThrow(
      /did not start.*pg_control/s,
    )
  })

  test.runIf(isRoot)('a checkout that only root can access', async () => {
    await chmod(folder, 0o700)
    await useFromBoundCheckout([])
  })

  test.runIf(isRoot)('an unprivileged user', async () => {
    await chmod(folder, 0o755)
    await mkdir(dataDir)
    await chown(dataDir, 65534, 65534)
    const user = await useFromBoundCheckout([
      'setpriv',
      '--reuid=65534',
      '--regid=65534',
      '--clear-groups',
      '--',
    ])
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(65534)
    expect(isRunning(user.pid)).toBe(false)
  })

  test.runIf(isRoot)('a user without a passwd entry', async () => {
    await chmod(folder, 0o755)
    await mkdir(dataDir)
    await chown(dataDir, 54321, 54321)
    await useFromBoundCheckout(['setpriv', '--reuid=54321', '--regid=54321', '--clear-groups', '--'])
  })

  /** Bind-mounts the checkout into the test's folder, so that the folder's permissions apply to it. */
  async function useFromBoundCheckout(asUser: readonly string[]): Promise<PostgresUser> {
    const bound = join(folder, 'checkout')
    await mkdir(bound)
    const nodePath = process.execPath.replace(checkoutDir, bound)
    const script = 'mount --bind "$1" "$2"; shift 2; exec "$@"'
    const command = [...asUser, nodePath, join(bound, holdScript), dataDir]
    const child = spawn('unshare', ['--mount', 'sh', '-ec', script, 'sh', checkoutDir, bound, ...command])
    const user = await whenStarted(child)
    expect(user.connectionString).toContain('filesmith')
    await user.stop()
    return user
  }
})
