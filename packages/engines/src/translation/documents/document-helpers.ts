/** Pool of warm, sandboxed helpers that read and write documents. */
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import type { EngineSettings } from '../../engine.ts'
import { startHelper } from '../../process/helper-process.ts'
import { prepareNodeHelper } from '../../process/node-helper.ts'
import type { Sandbox } from '../../process/sandbox.ts'
import { createWarmPool } from '../../process/warm-pool.ts'
import type { DocumentRequest } from './request.ts'

/** Address space of an idle helper with its libraries loaded; most of it is never touched. */
const loadedBytes = 512 * 1024 * 1024

export interface DocumentTask {
  readonly request: DocumentRequest
  readonly format: 'docx' | 'txt'
  readonly inputPath: string
  readonly attachedPath?: string
  readonly outputPath: string
  readonly signal: AbortSignal
}

export interface DocumentHelpers {
  /** Returns the report of the helper, unvalidated. */
  run(task: DocumentTask): Promise<unknown>
  close(): Promise<void>
}

export function createDocumentHelpers(settings: EngineSettings, sandbox: Sandbox): DocumentHelpers {
  const memoryBytes = 2 * settings.maxMemoryBytes + loadedBytes
  const program = prepareNodeHelper(sandbox, {
    program: 'translation/documents/program.ts',
    packages: [],
    memoryBytes,
  })
  const pool = createWarmPool({
    size: settings.helpersPerEngine,
    recycleAfterJobs: settings.recycleAfterJobs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(program),
  })
  return {
    run({ format, ...task }) {
      const errorParams = { format: formats[format].label }
      return pool.run({
        ...task,
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
