/** Pool of warm, sandboxed helpers that sanitize documents before LibreOffice opens them, and HTML that it wrote. */
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import type { EngineSettings } from '../engine.ts'
import { startHelper } from '../process/helper-process.ts'
import { prepareNodeHelper } from '../process/node-helper.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { createWarmPool } from '../process/warm-pool.ts'
import type { SanitizeRequest } from './sanitize/request.ts'

/** Writable memory of a helper before its first job; most of it is never touched. */
const loadedBytes = 512 * 1024 * 1024

export interface SanitizeTask extends SanitizeRequest {
  readonly inputPath: string
  readonly outputPath: string
  readonly signal: AbortSignal
}

export interface SanitizeHelpers {
  warmUp(): Promise<void>
  run(task: SanitizeTask): Promise<void>
  close(): Promise<void>
}

export function createSanitizeHelpers(settings: EngineSettings, sandbox: Sandbox): SanitizeHelpers {
  const program = prepareNodeHelper(sandbox, {
    program: 'libreoffice/sanitize/program.ts',
    packages: ['parse5', '@csstools/css-tokenizer'],
    memoryBytes: 2 * settings.maxMemoryBytes + loadedBytes,
  })
  const pool = createWarmPool({
    size: settings.helpersPerEngine,
    recycleAfterJobs: settings.recycleAfterJobs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(program),
  })
  return {
    warmUp: () => pool.warmUp(),
    async run({ inputPath, outputPath, signal, ...request }) {
      const errorParams = { format: formats[request.format].label }
      await pool.run({
        request,
        inputPath,
        outputPath,
        signal,
        onProgress: () => {},
        timeoutMs: settings.stepTimeoutMs,
        maxOutputBytes: settings.maxOutputBytes,
        maxMemoryBytes: settings.maxMemoryBytes,
        errorParams,
        crashError: cause => new AppError('file-damaged', errorParams, { cause }),
      })
    },
    close: () => pool.close(),
  }
}
