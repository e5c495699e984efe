/**
 * Memory of an idle installation: proportional set size (PSS) of the whole process tree, PostgreSQL included, of
 * `npm start` with WARM_START=false and of the engines of the lite image.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverFlags } from '../scripts/node-24.mjs'
import { freePort } from '../tests/support/server-process.ts'
import type { Bench, BenchRow } from './bench.ts'

const program = fileURLToPath(new URL('../packages/server/src/main-all.ts', import.meta.url))
/** Longer than the start-up work after the first answer: compiling helpers, maintenance. */
const settlingMs = 40_000

const installations = [
  { what: 'npm start, WARM_START=false', env: {}, goalMb: 400 },
  {
    what: 'lite image',
    env: { INSTANCE: 'private', DISABLED_ENGINES: 'libreoffice,ocr,speech,translation' },
    goalMb: 250,
  },
]

export const bench: Bench = {
  name: 'idle-memory',
  async run() {
    const rows: BenchRow[] = []
    for (const { what, env, goalMb } of installations) {
      const processes = await measure(env)
      const value = processes.reduce((sum, { megabytes }) => sum + megabytes, 0)
      rows.push({ what, value, unit: 'MB', goal: `under ${goalMb}`, isMet: value < goalMb })
      for (const { name, megabytes } of processes)
        rows.push({ what: `  ${name}`, value: megabytes, unit: 'MB' })
    }
    return rows
  },
}

interface Measured {
  readonly name: string
  readonly megabytes: number
}

/** The second start of an installation: the first one compiles the sources, which takes memory once. */
async function measure(env: Record<string, string>): Promise<Measured[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'filesmith-idle-'))
  try {
    await measureStart(dataDir, env)
    return await measureStart(dataDir, env)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureStart(dataDir: string, env: Record<string, string>): Promise<Measured[]> {
  const port = String(await freePort())
  const child = spawn(process.execPath, [...serverFlags, '--optimize-for-size', program], {
    env: {
      ...process.env,
      ...serverEnvironment,
      ...{ DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'warn', WARM_START: 'false', NODE_ENV: 'production' },
      ...{ PAYMENTS: 'off', NODE_COMPILE_CACHE: join(dataDir, 'compiled') },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', text => String(text).includes('Filesmith is ready') && resolve())
      child.once('exit', code => reject(new Error(`The server exited with ${code}`)))
    })
    await delay(settlingMs)
    return await processesOf(child.pid ?? 0, dataDir)
  } finally {
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
}

/** The process tree; PostgreSQL is detached, and found by its data folder. */
async function processesOf(root: number, dataDir: string): Promise<Measured[]> {
  const all = await Promise.all(
    (await readdir('/proc'))
      .filter(name => /^\d+$/.test(name))
      .map(async name => {
        const read = (file: string) => readFile(`/proc/${name}/${file}`, 'latin1').catch(() => '')
        const [stat, command] = [await read('stat'), await read('cmdline')]
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return { pid: Number(name), parent, command: command.replaceAll('\0', ' ').trim() }
      }),
  )
  const postmaster = all.find(({ command }) => command.includes('/postgres ') && command.includes(dataDir))
  const wanted = new Set([root, ...(postmaster ? [postmaster.pid] : [])])
  for (let before = 0; before !== wanted.size; ) {
    before = wanted.size
    for (const { pid, parent } of all) if (wanted.has(parent)) wanted.add(pid)
  }
  const sums = new Map<string, number>()
  for (const { pid, command } of all.filter(({ pid }) => wanted.has(pid))) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '')
    const kilobytes = Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
    const [, script] = /(main-\w+)\.ts/.exec(command) ?? []
    const name = script ?? (command.includes('postgres') ? 'PostgreSQL' : command.slice(-60))
    sums.set(name, (sums.get(name) ?? 0) + kilobytes / 1024)
  }
  return [...sums].map(([name, megabytes]) => ({ name, megabytes: Math.round(megabytes * 10) / 10 }))
}
