/** Runs Tesseract on one picture, in a jail of its own. */
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { Exit } from '../process/exit-cause.ts'
import { runProcess } from '../process/run-process.ts'
import type { Sandbox } from '../process/sandbox.ts'

export const tesseractProgram = '/usr/bin/tesseract'

export interface TesseractRun {
  readonly imagePath: string
  /** Where its result may stand for a moment; nothing else of it is seen. */
  readonly outFolder: string
  readonly timeoutMs: number
  readonly memoryBytes: number
  readonly signal: AbortSignal
}

/** Answers the name of its result, without an ending. */
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
    // Pages are read side by side: threads of one page would only wait for each other.
    env: { OMP_THREAD_LIMIT: '1' },
    timeoutMs: run.timeoutMs,
    limits: { memoryBytes: run.memoryBytes },
    signal: run.signal,
    failure: failure ?? (exit => new AppError('file-damaged', { format: 'image' }, { cause: exit.stderr })),
  })
  return join(run.outFolder, resultName)
}

const resultName = 'result'
