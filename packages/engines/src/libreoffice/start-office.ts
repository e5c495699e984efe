/**
 * LibreOffice engine: a pool of warm, sandboxed helpers, each with its own instance and profile. Other helpers sanitize
 * documents before LibreOffice opens them, and HTML that it wrote before the user gets it.
 */
import { rm } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import { handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, StepOutcome, StepRun } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { createWarmPool } from '../process/warm-pool.ts'
import { officeConvert } from './abilities.ts'
import { findOffice } from './find-office.ts'
import { startOfficeHelper } from './office-helper.ts'
import type { SanitizedFormat } from './sanitize/request.ts'
import { createSanitizeHelpers } from './sanitize-helpers.ts'

const sanitizedFormats: readonly string[] = ['docx', 'doc', 'odt', 'rtf', 'html'] satisfies SanitizedFormat[]

function isSanitized(format: string): format is SanitizedFormat {
  return sanitizedFormats.includes(format)
}

export async function startOffice(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  await findOffice()
  const sanitizers = createSanitizeHelpers(settings, sandbox)
  const pool = createWarmPool({
    size: settings.helpersPerEngine,
    recycleAfterJobs: settings.recycleAfterJobs,
    onEnd: settings.onHelperEnd,
    start: () => startOfficeHelper(sandbox, settings.maxMemoryBytes),
  })
  const close = async () => {
    await Promise.all([pool.close(), sanitizers.close()])
  }
  if (settings.startsWarm)
    await Promise.all([pool.warmUp(), sanitizers.warmUp()]).catch(async error => {
      await close()
      throw error
    })
  return { runStep: runStepsWith(handle(officeConvert, runStep)), close }

  async function runStep(run: StepRun): Promise<StepOutcome> {
    const { inputPath, outputPath, signal, onProgress } = run
    const { from, to } = run.step
    const opening = run.password === undefined ? {} : { password: run.password }
    const sanitizedPath = `${outputPath}.clean`
    const writtenPath = `${outputPath}.written`
    try {
      if (from === 'html' && to === 'html')
        await sanitizers.run({ format: from, isResult: true, isUtf8: false, inputPath, outputPath, signal })
      else if (to === 'html') {
        const page = { format: to, isResult: true, isUtf8: true } as const
        await convert(run, await sanitizedInput(), writtenPath)
        await sanitizers.run({ ...page, inputPath: writtenPath, outputPath, signal })
      } else await convert(run, await sanitizedInput(), outputPath)
    } finally {
      await Promise.all([sanitizedPath, writtenPath].map(path => rm(path, { force: true })))
    }
    onProgress({ percent: 100, stage: 'done' })
    return {}

    /** Plain text has no references. */
    async function sanitizedInput(): Promise<string> {
      if (!isSanitized(from)) return inputPath
      const upload = { format: from, isResult: false, isUtf8: false, ...opening }
      await sanitizers.run({ ...upload, inputPath, outputPath: sanitizedPath, signal })
      return sanitizedPath
    }
  }

  async function convert(
    { step, signal, onProgress, password }: StepRun,
    inputPath: string,
    outputPath: string,
  ) {
    const errorParams = { format: formats[step.from].label }
    await pool.run({
      request: { from: step.from, to: step.to, ...(password === undefined ? {} : { password }) },
      inputPath,
      outputPath,
      signal,
      onProgress,
      timeoutMs: settings.stepTimeoutMs,
      maxOutputBytes: settings.maxOutputBytes,
      maxMemoryBytes: settings.maxMemoryBytes,
      errorParams,
      crashError: cause => new AppError('file-damaged', errorParams, { cause }),
    })
  }
}
