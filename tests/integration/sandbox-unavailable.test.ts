/**
 * Without user namespaces engines run in the second sandbox; where that is refused as well, no engine runs. Operators
 * see which sandbox is active, and the cause and the remedy.
 */
import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiPaths } from '@filesmith/contract/api-paths'
import { operationIds } from '@filesmith/contract/operations/registry'
import type { EngineSwitch } from '@filesmith/contract/schemas/admin'
import type { Capabilities } from '@filesmith/contract/schemas/capabilities'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Finding } from '../../scripts/doctor/report.mjs'
import { installationEnv } from '../support/backup-commands.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { commandLineProgram, makeCommandLineFolder } from '../support/command-line.ts'
import { drawPng } from '../support/images.ts'
import { createMember } from '../support/member.ts'
import { createOperator } from '../support/operator.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

/** A user namespace in which no further one can be created. */
const refused = [
  ...['unshare', '--user', '--map-root-user', 'sh', '-ec'],
  'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"',
  'sh',
]
const remedy = 'sudo sysctl -w user.max_user_namespaces=10000'
const doctor = fileURLToPath(new URL('../../packages/server/src/main-doctor.ts', import.meta.url))

let filesmith: TestFilesmith
const workers: ServerProcess[] = []
beforeAll(async () => {
  filesmith = await startFilesmith({}, { hasWorker: false })
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGTERM')
  await Promise.all(workers.map(worker => worker.ended()))
  await filesmith.stop()
})

function startWorker(env: Record<string, string> = {}): ServerProcess {
  const worker = startProcess('main-worker', { ...installationEnv(filesmith.settings), ...env }, refused)
  workers.push(worker)
  return worker
}

function run(args: readonly string[], env: NodeJS.ProcessEnv, cwd?: string) {
  const [command = '', ...rest] = [...refused, process.execPath, ...args]
  return new Promise<{ readonly isDone: boolean; readonly stdout: string; readonly stderr: string }>(
    resolve =>
      execFile(command, rest, { env: { ...bareEnvironment, ...env }, cwd }, (error, stdout, stderr) =>
        resolve({ isDone: error === null, stdout, stderr }),
      ),
  )
}

test('worker, SANDBOX=bubblewrap: offers no engine; visitors see a plain reason, operators and the log the cause and the remedy', async () => {
  const operator = await createOperator(filesmith)
  const engines = () => operator.json<EngineSwitch[]>(apiPaths.adminEngines)
  const worker = startWorker({ SANDBOX: 'bubblewrap' })
  await waitUntil('an engine to be reported missing', async () =>
    (await engines()).some(({ missingReasons }) => missingReasons.length > 0),
  )
  for (const engine of await engines()) {
    expect(engine).toMatchObject({ workers: 0, isUnsandboxed: false })
    expect(engine.missingReasons).toEqual([expect.stringContaining(remedy)])
  }
  const { operations } = await createVisitor(filesmith.baseUrl).json<Capabilities>(apiPaths.capabilities)
  // Drawing a QR code needs no engine.
  expect(operations['create-qr-code']).toEqual({ isAvailable: true, reason: null })
  for (const id of operationIds.filter(each => each !== 'create-qr-code'))
    expect(operations[id]).toEqual({
      isAvailable: false,
      reason: expect.stringMatching(/^[\w\s/]+ is currently not available on this server\.$/),
    })
  await expect
    .poll(worker.output, { timeout: 10_000 })
    .toContain('user.max_user_namespaces forbids more user namespaces')
  expect(worker.output()).toContain(remedy)
  worker.kill('SIGTERM')
  await worker.ended()
})

test('worker: SANDBOX=auto means required, which takes the second sandbox; operators see it', async () => {
  const operator = await createOperator(filesmith)
  const sharp = async () => {
    const engines = await operator.json<EngineSwitch[]>(apiPaths.adminEngines)
    return engines.find(({ engine }) => engine === 'sharp')
  }
  const worker = startWorker({ SANDBOX: 'auto', WORKER_ENGINES: 'sharp,libreoffice' })
  await waitUntil('the sharp engine of one worker', async () => (await sharp())?.workers === 1)
  expect(await sharp()).toMatchObject({ isUnsandboxed: false, sandboxes: ['landlock'], missingReasons: [] })
  await expect.poll(worker.output, { timeout: 10_000 }).toMatch(/engines run in the second sandbox.*sysctl/)
  expect(worker.output()).toContain('SANDBOX=auto is deprecated and means SANDBOX=required')
  expect(await operator.json('/healthz')).toEqual({ status: 'ok', sandboxes: ['landlock'] })
  expect(await createVisitor(filesmith.baseUrl).json('/healthz')).toEqual({ status: 'ok' })
  const member = await createMember(filesmith.baseUrl)
  expect(await member.json('/healthz')).toEqual({ status: 'ok' })
  worker.kill('SIGTERM')
  await worker.ended()
})

test('worker: SANDBOX=off runs engines, with a warning in the log and in the admin area', async () => {
  const operator = await createOperator(filesmith)
  const sharp = async () => {
    const engines = await operator.json<EngineSwitch[]>(apiPaths.adminEngines)
    return engines.find(({ engine }) => engine === 'sharp')
  }
  const worker = startWorker({ SANDBOX: 'off', WORKER_ENGINES: 'sharp' })
  await waitUntil('the sharp engine of one worker', async () => (await sharp())?.workers === 1)
  expect(await sharp()).toMatchObject({ isUnsandboxed: true, sandboxes: ['none'] })
  await expect
    .poll(worker.output, { timeout: 10_000 })
    .toContain('SANDBOX=off: engines run without a sandbox')
})

test('doctor: names the second sandbox and why it is used', async () => {
  const env = { ...installationEnv(filesmith.settings), WORKER_ENGINES: 'sharp' }
  const findings: Finding[] = JSON.parse((await run([doctor], env)).stdout)
  expect(findings.find(({ name }) => name === 'sandbox')).toMatchObject({
    status: 'ok',
    found: expect.stringMatching(/^Landlock with seccomp filter; .*user\.max_user_namespaces/),
  })
  expect(findings.find(({ name }) => name === 'sharp')).toMatchObject({ status: 'ok' })
})

test('doctor, SANDBOX=bubblewrap: reports the sandbox and every engine as a problem with cause and remedy', async () => {
  const env = { ...installationEnv(filesmith.settings), SANDBOX: 'bubblewrap' }
  const findings: Finding[] = JSON.parse((await run([doctor], env)).stdout)
  const engines = findings.filter(({ area }) => area === 'engines')
  expect(engines.find(({ name }) => name === 'sandbox')).toMatchObject({
    status: 'problem',
    found: expect.stringContaining('user.max_user_namespaces forbids more user namespaces'),
    fix: remedy,
  })
  expect(engines.map(({ status }) => status)).toEqual(engines.map(() => 'problem'))
})

test('doctor: reports SANDBOX=off as a warning', async () => {
  const env = { ...installationEnv(filesmith.settings), SANDBOX: 'off', WORKER_ENGINES: 'sharp' }
  const findings: Finding[] = JSON.parse((await run([doctor], env)).stdout)
  expect(findings.find(({ name }) => name === 'sandbox')).toMatchObject({
    status: 'warning',
    fix: 'Set SANDBOX=required.',
  })
})

test('CLI: converts in the second sandbox, nothing without a sandbox, unless SANDBOX=off is set', async () => {
  const folder = await makeCommandLineFolder()
  try {
    await writeFile(join(folder.path, 'a.png'), await drawPng())
    const convert = [commandLineProgram, 'convert', 'a.png', '--to', 'webp']
    const bubblewrap = await run(convert, { ...folder.env, SANDBOX: 'bubblewrap' }, folder.path)
    expect(bubblewrap).toMatchObject({ isDone: false, stderr: expect.stringContaining(remedy) })
    const required = await run(convert, folder.env, folder.path)
    expect(required).toMatchObject({ isDone: true, stderr: expect.stringContaining('second sandbox') })
    await rm(join(folder.path, 'a.webp'))
    const off = await run(convert, { ...folder.env, SANDBOX: 'off' }, folder.path)
    expect(off).toMatchObject({ isDone: true, stderr: expect.stringContaining('SANDBOX=off: engines run') })
    expect((await readFile(join(folder.path, 'a.webp'))).subarray(8, 12).toString()).toBe('WEBP')
  } finally {
    await folder.remove()
  }
})
