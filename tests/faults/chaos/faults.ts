/** Faults of the chaos test; each one is injected, lasts for a while and ends. */
import { rm, statfs, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FaultProxy } from '../../support/fault-proxy.ts'
import type { ChaosDeployment } from './deployment.ts'
import { killIfRunning } from './kill-if-running.ts'
import type { SeededRandom } from './seeded-random.ts'
import { type Slot, smallDiskBytes } from './slot.ts'

/** As `statfs` names it. */
const tmpfsType = 0x01021994

export interface Fault {
  readonly kind: string
  /** Process or connection it hits, for the log. */
  readonly target: string
  inject(): Promise<void>
}

type FaultFactory = (deployment: ChaosDeployment, random: SeededRandom) => Omit<Fault, 'kind'> | undefined

const anySlot = ({ webs, workers }: ChaosDeployment, random: SeededRandom) =>
  random.pick([...webs, ...workers])

function signalling(slot: Slot, signal: NodeJS.Signals) {
  return { target: slot.name, inject: async () => slot.signal(signal) }
}

/** A worker stopped longer than its lease comes back to find its job taken by another worker. */
function stopping(slot: Slot, forMs: number) {
  return {
    target: slot.name,
    async inject() {
      slot.signal('SIGSTOP')
      await delay(forMs)
      slot.signal('SIGCONT')
    },
  }
}

function onConnection(
  kind: 'database' | 'storage',
  disturb: (proxy: FaultProxy) => Promise<void> | void,
): FaultFactory {
  return (deployment, random) => {
    const slot = anySlot(deployment, random)
    return { target: `${slot.name} to ${kind}`, inject: async () => disturb(slot[kind]) }
  }
}

const during = (mode: 'slow' | 'stall' | 'refuse', forMs: number) => async (proxy: FaultProxy) => {
  proxy.setMode(mode)
  await delay(forMs)
  proxy.setMode('pass')
}

const faultFactories: Record<string, FaultFactory> = {
  'kill-web': (deployment, random) => signalling(random.pick(deployment.webs), 'SIGKILL'),
  'terminate-web': (deployment, random) => signalling(random.pick(deployment.webs), 'SIGTERM'),
  'stop-web': (deployment, random) => stopping(random.pick(deployment.webs), 3000),
  'kill-worker': (deployment, random) => signalling(random.pick(deployment.workers), 'SIGKILL'),
  'terminate-worker': (deployment, random) => signalling(random.pick(deployment.workers), 'SIGTERM'),
  'stop-worker': (deployment, random) => stopping(random.pick(deployment.workers), 12_000),
  'kill-engine'(deployment, random) {
    const slot = random.pick(deployment.workers)
    return {
      target: slot.name,
      async inject() {
        const pids = slot.enginePids()
        if (pids.length > 0) killIfRunning(random.pick(pids))
      },
    }
  },
  'kill-postgres': deployment => ({ target: 'postgres', inject: async () => deployment.killPostgres() }),
  'kill-storage': ({ killStorage }) => killStorage && { target: 's3', inject: killStorage },
  'cut-database': onConnection('database', proxy => proxy.cut()),
  'cut-storage': onConnection('storage', proxy => proxy.cut()),
  'half-close-database': onConnection('database', proxy => proxy.halfClose()),
  'half-close-storage': onConnection('storage', proxy => proxy.halfClose()),
  'slow-database': onConnection('database', during('slow', 3000)),
  'slow-storage': onConnection('storage', during('slow', 3000)),
  'stall-database': onConnection('database', during('stall', 4000)),
  'stall-storage': onConnection('storage', during('stall', 4000)),
  'refuse-database': onConnection('database', during('refuse', 2000)),
  'forget-database': onConnection('database', proxy => proxy.blackhole()),
  'black-hole-storage': onConnection('storage', async proxy => {
    await during('stall', 5000)(proxy)
    proxy.cut()
  }),
  'full-disk'(deployment) {
    const slot = deployment.workers.find(({ hasSmallDisk }) => hasSmallDisk)
    return slot && { target: slot.name, inject: () => fillDisk(slot, 4000) }
  },
  'jump-clock'(deployment, random) {
    if (!deployment.hasClocks) return undefined
    const slot = anySlot(deployment, random)
    const toMidnight = Math.floor((86_400_000 - (Date.now() % 86_400_000)) / 1000)
    const offset = random.pick([3600, -3600, toMidnight - 2, toMidnight + 60])
    return {
      target: `${slot.name} by ${offset} s`,
      async inject() {
        await slot.setClock(offset)
        await delay(6000)
        await slot.setClock(0)
      },
    }
  },
}

export const faultKinds = Object.keys(faultFactories)

/** Every kind occurs once before any repeats. Kinds that this machine does not support are skipped. */
export function chooseFaults(deployment: ChaosDeployment, random: SeededRandom, count: number): Fault[] {
  const kinds: string[] = []
  while (kinds.length < count) kinds.push(...random.shuffled(faultKinds))
  return kinds.slice(0, count).flatMap(kind => {
    const fault = faultFactories[kind]?.(deployment, random)
    return fault ? [{ kind, ...fault }] : []
  })
}

async function fillDisk(slot: Slot, forMs: number): Promise<void> {
  const path = slot.insidePath(`${slot.dataDir}/filler`)
  try {
    // A process that is just starting has not mounted its disk yet: its folder is on the disk of this machine.
    const { type } = await statfs(dirname(path))
    if (type !== tmpfsType) return
    await writeFile(path, Buffer.alloc(2 * smallDiskBytes))
  } catch (error) {
    // The disk is full, or the process has ended and its tmpfs with it.
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'ENOSPC') return
  }
  await delay(forMs)
  await rm(path, { force: true }).catch(() => {})
}
