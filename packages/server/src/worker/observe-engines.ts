/** Decorates engines with metrics and trace spans for every step. */
import { stat } from 'node:fs/promises'
import { toAppError } from '@filesmith/contract/errors'
import type { EngineRuntime, StepRun } from '@filesmith/engines/engine'
import { abilities } from '@filesmith/engines/registry'
import type { SmallTask } from '../ports/metrics.ts'
import type { ObserveJobDeps } from './observe-job.ts'

/** Label of built-in steps. */
const noEngine = 'copy'

export function observeEngines(engines: EngineRuntime, { metrics, tracer }: ObserveJobDeps): EngineRuntime {
  async function runStep(run: StepRun) {
    const { ability, from, to } = run.step
    const engine = abilities.find(({ id }) => id === ability)?.engine ?? noEngine
    const attributes = {
      'filesmith.engine': engine,
      'filesmith.ability': ability,
      'filesmith.from': from,
      'filesmith.to': to,
    }
    const startedMs = performance.now()
    const secondsPassed = () => (performance.now() - startedMs) / 1000
    return tracer.trace(`step ${engine}`, { attributes }, async span => {
      try {
        const outcome = await engines.runStep(run)
        metrics.stepEnded({ engine, seconds: secondsPassed() })
        if (span.traceId !== undefined)
          span.describe({
            'filesmith.input_bytes': await sizeOf(run.inputPath),
            'filesmith.output_bytes': await sizeOf(run.outputPath),
          })
        return outcome
      } catch (error) {
        metrics.stepEnded({ engine, seconds: secondsPassed(), code: toAppError(error).code })
        throw error
      }
    })
  }
  /** Starts its own trace: the request that caused the task is not traced here. */
  async function time<Result>(task: SmallTask, work: () => Promise<Result>): Promise<Result> {
    const startedMs = performance.now()
    let isDone = false
    try {
      const result = await tracer.trace(task, { kind: 'consumer', parent: null }, work)
      isDone = true
      return result
    } finally {
      metrics.taskEnded(task, (performance.now() - startedMs) / 1000, isDone)
    }
  }

  const { translator } = engines
  return {
    ...engines,
    runStep,
    inspect: inspection => time('inspect-upload', () => engines.inspect(inspection)),
    measureSize: measurement => time('measure-size', () => engines.measureSize(measurement)),
    translator: translator && {
      pairs: () => translator.pairs(),
      translate: translation => time('translate-text', () => translator.translate(translation)),
      detectLanguage: (text, signal) =>
        time('detect-language', () => translator.detectLanguage(text, signal)),
    },
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}
