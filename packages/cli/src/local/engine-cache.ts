/** Starts each engine on first use. */
import { AppError } from '@filesmith/contract/errors'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import type { EngineId, EngineRuntime, StepOutcome, StepRun } from '@filesmith/engines/engine'
import { abilities, engineIds } from '@filesmith/engines/registry'
import { createEngineRuntime } from '@filesmith/engines/runtime'

export interface EngineCache {
  /** False after an attempt to start it failed. */
  isAvailable(engine: EngineId): boolean
  /** Why engines failed to start. */
  reasons(): readonly string[]
  start(engine: EngineId): Promise<void>
  runStep(run: StepRun): Promise<StepOutcome>
  close(): Promise<void>
}

export function createEngineCache(helpersPerEngine: number, warn: (message: string) => void): EngineCache {
  const started = new Map<EngineId, Promise<EngineRuntime>>()
  const reasons = new Map<EngineId, string>()

  async function runtimeOf(engine: EngineId): Promise<EngineRuntime> {
    const known = started.get(engine)
    if (known) return known
    const disabledEngines = engineIds.filter(id => id !== engine)
    const sandbox = process.env.SANDBOX === 'off' ? 'off' : 'required'
    const starting = createEngineRuntime({
      sandbox,
      helpersPerEngine,
      disabledEngines,
      warn: warnOnce(warn),
    })
    started.set(engine, starting)
    return starting
  }

  return {
    isAvailable: engine => !reasons.has(engine),
    reasons: () => [...reasons].map(([engine, reason]) => commandLineMessages.engineReason(engine, reason)),
    async start(engine) {
      const { statuses } = await runtimeOf(engine)
      const status = statuses.find(each => each.engine === engine)
      if (status?.isAvailable === false) reasons.set(engine, status.reason ?? 'unknown')
    },
    async runStep(run) {
      const engine = abilities.find(({ id }) => id === run.step.ability)?.engine
      // Steps without an engine run in any runtime: use the one that starts fastest.
      const runtime = await runtimeOf(engine ?? 'sharp')
      return runtime.runStep(run)
    },
    async close() {
      const runtimes = await Promise.allSettled(started.values())
      await Promise.all(runtimes.map(each => (each.status === 'fulfilled' ? each.value.close() : undefined)))
    },
  }
}

const warned = new Set<string>()

/** Every runtime checks the sandbox and would repeat the same warning. */
function warnOnce(warn: (message: string) => void): (message: string) => void {
  return message => {
    if (warned.has(message)) return
    warned.add(message)
    warn(message)
  }
}

export function explainMissingEngine(engineCache: EngineCache, error: AppError): AppError {
  const reasons = engineCache.reasons()
  if (error.code !== 'engine-missing' || reasons.length === 0) return error
  const reason = `${error.message} ${reasons.join(' ')}`
  return new AppError('invalid-request', { reason }, { cause: error })
}
