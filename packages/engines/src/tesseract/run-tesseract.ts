/** Runs Tesseract on one image in its own sandbox. */
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { Exit } from '../process/exit-cause.ts'
import { runProcess } from '../process/run-process.ts'
import type { Sandbox } from '../process/sandbox.ts'

export const tesseractProgram = '/usr/bin/tesseract'

export interface TesseractRun {
  readonly imagePath: string
  /** For temporary output; the only folder that the sandbox can write to. */
  readonly outFolder: string
  readonly timeoutMs: number
  readonly memoryBytes: number
  readonly signal: AbortSignal
}

/** Returns the path of the result without an extension. */
export async function runTesseract(
  sandbox: Sandbox,
  run: TesseractRun,
  args: readonly string[],
  failure?: (exit: Exit) => AppError,
): Promise<string> {
  await runProcess(sandbox, {
    program: tesseractProgram,
    tool: 'Text recognition',
    input: run.imagePath,
    outFolder: run.outFolder,
    args: ({ input, outFolder }) => [input, join(outFolder, resultName), ...args],
    // Pages run in parallel: threads within a page would only contend for the same cores.
    env: { OMP_THREAD_LIMIT: '1' },
    timeoutMs: run.timeoutMs,
    limits: { memoryBytes: run.memoryBytes },
    signal: run.signal,
    failure: failure ?? (exit => new AppError('file-damaged', { format: 'image' }, { cause: exit.stderr })),
  })
  return join(run.outFolder, resultName)
}

const resultName = 'result'
