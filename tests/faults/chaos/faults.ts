/** The faults of a storm: each is begun, lasts a while, and is over. */
import { open, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { FaultProxy } from '../../support/fault-proxy.ts'
import type { ChaosDeployment } from './deployment.ts'
import { killIfThere } from './kill-if-there.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Slot } from './slot.ts'

export interface Fault {
  readonly kind: string
  /** Whom it meets, for the notes. */
  readonly victim: string
  strike(): Promise<void>
}

type MakeFault = (deployment: ChaosDeployment, random: SeededRandom) => Omit<Fault, 'kind'> | undefined

const anySlot = ({ webs, workers }: ChaosDeployment, random: SeededRandom) =>
  random.pick([...webs, ...workers])

function signalling(slot: Slot, signal: NodeJS.Signals) {
  return { victim: slot.name, strike: async () => slot.signal(signal) }
}

/** Longer than a worker may be silent: it comes back to find its job with somebody else. */
function stopping(slot: Slot, forMs: number) {
  return {
    victim: slot.name,
    async strike() {
      slot.signal('SIGSTOP')
      await delay(forMs)
      slot.signal('SIGCONT')
    },
  }
}

function onWire(
  kind: 'database' | 'storage',
  disturb: (wire: FaultProxy) => Promise<void> | void,
): MakeFault {
  return (deployment, random) => {
    const slot = anySlot(deployment, random)
    return { victim: `${slot.name} to ${kind}`, strike: async () => disturb(slot[kind]) }
  }
}

const during = (mode: 'slow' | 'stall' | 'refuse', forMs: number) => async (wire: FaultProxy) => {
  wire.setMode(mode)
  await delay(forMs)
  wire.setMode('pass')
}

const makers: Record<string, MakeFault> = {
  'kill-web': (deployment, random) => signalling(random.pick(deployment.webs), 'SIGKILL'),
  'terminate-web': (deployment, random) => signalling(random.pick(deployment.webs), 'SIGTERM'),
  'stop-web': (deployment, random) => stopping(random.pick(deployment.webs), 3000),
  'kill-worker': (deployment, random) => signalling(random.pick(deployment.workers), 'SIGKILL'),
  'terminate-worker': (deployment, random) => signalling(random.pick(deployment.workers), 'SIGTERM'),
  'stop-worker': (deployment, random) => stopping(random.pick(deployment.workers), 12_000),
  'kill-engine'(deployment, random) {
    const slot = random.pick(deployment.workers)
    return {
      victim: slot.name,
      async strike() {
        const pids = slot.enginePids()
        if (pids.length > 0) killIfThere(random.pick(pids))
      },
    }
  },
  'kill-postgres': deployment => ({ victim: 'postgres', strike: async () => deployment.killPostgres() }),
  'kill-storage': ({ killStorage }) => killStorage && { victim: 's3', strike: killStorage },
  'cut-database': onWire('database', wire => wire.cut()),
  'cut-storage': onWire('storage', wire => wire.cut()),
  'half-close-database': onWire('database', wire => wire.halfClose()),
  'half-close-storage': onWire('storage', wire => wire.halfClose()),
  'slow-database': onWire('database', during('slow', 3000)),
  'slow-storage': onWire('storage', during('slow', 3000)),
  'stall-database': onWire('database', during('stall', 4000)),
  'stall-storage': onWire('storage', during('stall', 4000)),
  'refuse-database': onWire('database', during('refuse', 2000)),
  'forget-database': onWire('database', wire => wire.blackhole()),
  'black-hole-storage': onWire('storage', async wire => {
    await during('stall', 5000)(wire)
    wire.cut()
  }),
  'full-disk'(deployment) {
    const slot = deployment.workers.find(({ hasSmallDisk }) => hasSmallDisk)
    return slot && { victim: slot.name, strike: () => fillDisk(slot, 4000) }
  },
  'jump-clock'(deployment, random) {
    if (!deployment.hasClocks) return undefined
    const slot = anySlot(deployment, random)
    const toMidnight = Math.floor((86_400_000 - (Date.now() % 86_400_000)) / 1000)
    const offset = random.pick([3600, -3600, toMidnight - 2, toMidnight + 60])
    return {
      victim: `${slot.name} by ${offset} s`,
      async strike() {
        await slot.setClock(offset)
        await delay(6000)
        await slot.setClock(0)
      },
    }
  },
}

export const faultKinds = Object.keys(makers)

/** Every kind comes once before any comes again. Where one is impossible, it is left out and said so. */
export function planFaults(deployment: ChaosDeployment, random: SeededRandom, count: number): Fault[] {
  const kinds: string[] = []
  while (kinds.length < count) kinds.push(...random.shuffled(faultKinds))
  return kinds.slice(0, count).flatMap(kind => {
    const made = makers[kind]?.(deployment, random)
    return made ? [{ kind, ...made }] : []
  })
}

async function fillDisk(slot: Slot, forMs: number): Promise<void> {
  const path = slot.insidePath(`${slot.dataDir}/filler`)
  try {
    const filler = await open(path, 'w')
    const piece = Buffer.alloc(256 * 1024)
    try {
      for (;;) await filler.write(piece)
    } finally {
      await filler.close()
    }
  } catch (error) {
    // Full, or its process has just ended and the disk with it.
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'ENOSPC') return
  }
  await delay(forMs)
  await rm(path, { force: true }).catch(() => {})
}
