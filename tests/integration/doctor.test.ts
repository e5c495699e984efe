/** `npm run doctor` reports problems with fixes and changes nothing. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EngineId } from '@filesmith/engines/engine'
import { engineIds } from '@filesmith/engines/registry'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Finding } from '../../scripts/doctor/report.mjs'
import { installationEnv } from '../support/backup-commands.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'

interface Report {
  readonly exitCode: number
  readonly text: string
  readonly findings: readonly Finding[]
  find(name: string): Finding | undefined
}

vi.setConfig({ testTimeout: 180_000 })
const checkout = fileURLToPath(new URL('../../', import.meta.url))
/** PATH of the machine without node_modules, as after a fresh clone. */
const plainPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter(folder => !folder.includes('node_modules'))
  .join(delimiter)
let filesmith: TestFilesmith
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-doctor-'))
  filesmith = await startFilesmith({}, { hasWorker: false })
})
afterAll(async () => {
  await filesmith.stop()
  await rm(folder, { recursive: true, force: true })
})

async function runDoctor(
  env: Record<string, string>,
  { from = checkout, flags = ['--json'], wrap = [] as readonly string[] } = {},
): Promise<Report> {
  const [command = '', ...args] = [...wrap, 'node', join(from, 'scripts/doctor.mjs'), ...flags]
  const { exitCode, text } = await new Promise<{ exitCode: number; text: string }>(resolve => {
    execFile(command, args, { cwd: from, env: { PATH: plainPath, ...env } }, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), text: `${stdout}${stderr}` }),
    )
  })
  const findings: Finding[] = flags.includes('--json') ? JSON.parse(text).findings : []
  return { exitCode, text, findings, find: name => findings.find(finding => finding.name === name) }
}

/** Command prefix for a private mount namespace, prepared by a shell script with arguments. */
const withMounts = (script: string, ...args: string[]) => [
  ...['unshare', '--user', '--map-root-user', '--mount', 'sh', '-ec'],
  `${script}; shift ${args.length}; exec "$@"`,
  'sh',
  ...args,
]

const newDataDir = (name: string) => ({ DATA_DIR: join(folder, name), PORT: '0' })
/** Each engine is started, which takes longest; most tests are about something else. */
const withoutEngines = (...kept: readonly EngineId[]) => ({
  DISABLED_ENGINES: engineIds.filter(id => !kept.includes(id)).join(),
})

test('doctor: reports no problems for a running installation, and leaves no files', async () => {
  const port = new URL(filesmith.baseUrl).port
  const { DATA_DIR } = filesmith.settings
  const before = (await readdir(DATA_DIR, { recursive: true })).sort()
  const report = await runDoctor({ ...installationEnv(filesmith.settings), PORT: port })
  expect(report.findings.filter(({ status }) => status === 'problem')).toEqual([])
  expect(report.exitCode).toBe(0)
  expect(report.find(`port ${port}`)).toMatchObject({ status: 'ok', found: 'Filesmith is running' })
  expect(report.find('PostgreSQL')).toMatchObject({ status: 'ok', found: expect.stringMatching(/^18\./) })
  expect(report.find('schema')).toMatchObject({ status: 'ok', found: 'up to date' })
  expect(report.find('clock')).toMatchObject({ status: 'ok' })
  expect(report.find('disk')).toMatchObject({ status: 'ok', found: 'writes, reads and deletes' })
  expect(report.find('sandbox')).toMatchObject({ status: 'ok' })
  expect(report.find('ocr')?.found).toMatch(/^\d{3} language packs$/)
  expect(report.find('speech')?.found).toBe('models base and small')
  expect(report.find('translation')?.found).toMatch(/^132 language pairs \(mt12\)$/)
  expect((await readdir(DATA_DIR, { recursive: true })).sort()).toEqual(before)
})

test('doctor: prints a table with the fix below each problem', async () => {
  const { text, exitCode } = await runDoctor(
    { PORT: 'many', STORAGE: 'tape', S3_PATH_STYLE: 'maybe' },
    { flags: [] },
  )
  expect(exitCode).toBe(1)
  for (const name of ['PORT', 'STORAGE', 'S3_PATH_STYLE'])
    expect(text).toMatch(
      new RegExp(`^problem +settings +settings +${name}: .+\\n +-> See docs/configuration.md`, 'm'),
    )
  expect(text).toMatch(/\d+ ok, \d+ warnings, 3 problems\n$/)
})

test('doctor: reports unreachable database, mail server and S3, and a port in use', async () => {
  const other = createServer(socket => socket.end('HTTP/1.0 200 OK\r\n\r\nanother server')).listen(
    0,
    '127.0.0.1',
  )
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  try {
    const report = await runDoctor({
      ...newDataDir('away'),
      PORT: String(port),
      DATABASE_URL: 'postgresql://anna:very-secret@127.0.0.1:1/filesmith',
      SMTP_URL: 'smtp://anna:very-secret@127.0.0.1:1',
      STORAGE: 's3',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'kept',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'very-secret',
      ...withoutEngines(),
    })
    expect(report.exitCode).toBe(1)
    const [database, mail, storage] = [report.find('PostgreSQL'), report.find('SMTP'), report.find('S3')]
    expect(database).toMatchObject({ status: 'problem', fix: expect.stringContaining('DATABASE_URL') })
    expect(mail).toMatchObject({ status: 'problem', fix: expect.stringContaining('SMTP_URL') })
    expect(storage).toMatchObject({ status: 'problem', fix: expect.stringContaining('S3_ENDPOINT') })
    expect(report.find(`port ${port}`)).toMatchObject({
      status: 'problem',
      found: 'in use by another program',
    })
    expect(report.find('speech')).toMatchObject({ status: 'ok', found: 'Switched off by the settings.' })
    expect(report.text).not.toContain('very-secret')
  } finally {
    other.close()
  }
})

test('doctor: without ffmpeg reports every engine that needs it and how to install it', async () => {
  const empty = join(folder, 'empty')
  await writeFile(empty, '')
  const env = { ...newDataDir('no-ffmpeg'), ...withoutEngines('ffmpeg', 'speech', 'gif') }
  const wrap = withMounts('mount --bind "$1" /usr/bin/ffmpeg', empty)
  const report = await runDoctor(env, { wrap })
  expect(report.exitCode).toBe(1)
  for (const engine of ['ffmpeg', 'speech', 'gif'])
    expect(report.findings).toContainEqual({
      area: 'engines',
      name: engine,
      status: 'problem',
      found: 'The program ffmpeg is missing; install the package "ffmpeg".',
      fix: 'sudo apt-get install --no-install-recommends ffmpeg',
    })
})

test('doctor: reports a read-only data folder and world-readable secrets', async () => {
  const dataDir = join(folder, 'read-only')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'secrets.json'), '{}')
  await chmod(join(dataDir, 'secrets.json'), 0o644)
  await writeFile(join(dataDir, 'postgres-password'), 'secret', { mode: 0o600 })
  const readOnly = 'mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"'
  const env = { ...newDataDir('read-only'), ...withoutEngines() }
  const report = await runDoctor(env, { wrap: withMounts(readOnly, dataDir) })
  expect(report.exitCode).toBe(1)
  expect(report.find('DATA_DIR')).toMatchObject({
    status: 'problem',
    fix: expect.stringContaining('set DATA_DIR'),
  })
  expect(report.find('secrets.json')).toMatchObject({ status: 'problem', found: 'mode 644' })
  expect(report.find('postgres-password')).toMatchObject({ status: 'ok', found: 'mode 600' })
  expect((await readdir(dataDir)).sort()).toEqual(['postgres-password', 'secrets.json'])
})

test('doctor: reports missing npm packages of a fresh clone, and wrong versions', async () => {
  const clone = join(folder, 'clone')
  for (const name of ['scripts', 'package.json', 'package-lock.json'])
    await cp(join(checkout, name), join(clone, name), { recursive: true })
  const fresh = await runDoctor({}, { from: clone })
  expect(fresh.exitCode).toBe(1)
  expect(fresh.find('npm packages')).toMatchObject({ status: 'problem', found: 'not installed' })
  expect(fresh.find('web pages')).toMatchObject({ status: 'problem', found: 'not built' })
  expect(fresh.find('the rest')).toMatchObject({
    status: 'problem',
    fix: 'Install the npm packages first, then run it again.',
  })
  const packageDir = join(clone, 'node_modules', 'zod')
  await mkdir(packageDir, { recursive: true })
  await writeFile(join(packageDir, 'package.json'), '{"version":"1.0.0"}')
  const wrong = await runDoctor({}, { from: clone })
  expect(wrong.find('npm packages')).toMatchObject({
    status: 'problem',
    found: expect.stringMatching(/^missing: .+ and \d+ more; not the locked version: zod$/),
    fix: expect.stringContaining('npm ci'),
  })
})
