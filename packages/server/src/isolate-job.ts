/**
 * Runs a suspect job in a process that runs nothing else: if it dies, the job crashed it, and no other job is hit. The
 * worker knows by the exit of its child, so neither a lost database nor its own shutdown is mistaken for a crash.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type ErrorCode, isErrorCode } from '@filesmith/contract/errors'
import { z } from 'zod'
import type { Settings } from './config.ts'
import type { ClaimedJob, EngineQueue } from './ports/job-queue.ts'
import { type RunIsolated, workerShutdown } from './worker/run-queues.ts'

/** What the worker sends to the process of an isolated job. */
export type ToIsolated =
  | { readonly settings: Settings; readonly workerId: string; readonly job: ClaimedJob<EngineQueue> }
  | { readonly abort: 'shutdown' | 'canceled' }

const resultSchema = z.discriminatedUnion('end', [
  z.object({ end: z.literal('done'), reply: z.unknown().optional() }),
  z.object({
    end: z.literal('failed'),
    error: z.object({
      code: z.custom<ErrorCode>(code => typeof code === 'string' && isErrorCode(code)),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  }),
  z.object({ end: z.literal('retry') }),
  z.object({ end: z.literal('requeue'), delayMs: z.number().optional() }),
])

const fromIsolatedSchema = z.union([
  /** The job begins: what ends the process before has nothing to do with it. */
  z.literal('started'),
  z.object({ result: resultSchema }),
  z.object({ failure: z.string() }),
])
export type FromIsolated = z.infer<typeof fromIsolatedSchema>

/** Time to end the engines after the result. */
const closingMs = 10_000

const defaultProgram = new URL('main-isolated-job.ts', import.meta.url)

export function createIsolation(
  settings: Settings,
  workerId: string,
  program: URL = defaultProgram,
): RunIsolated {
  return async (job, signal) => {
    const child = fork(fileURLToPath(program), { serialization: 'advanced' })
    const send = (message: ToIsolated) => {
      // What cannot be sent to a dead process is answered by its exit.
      child.send(message, () => undefined)
    }
    const abort = () => send({ abort: signal.reason === workerShutdown ? 'shutdown' : 'canceled' })
    let latest: FromIsolated | undefined
    let closing: NodeJS.Timeout | undefined
    child.on('message', message => {
      latest = fromIsolatedSchema.parse(message)
      if (latest !== 'started') closing = setTimeout(() => child.kill('SIGKILL'), closingMs)
    })
    send({ settings, workerId, job })
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    try {
      await exitOf(child)
    } finally {
      signal.removeEventListener('abort', abort)
      clearTimeout(closing)
    }
    if (latest === 'started') return { end: 'crashed' }
    if (latest === undefined) throw new Error('the process of the isolated job did not start')
    if ('failure' in latest) throw new Error(latest.failure)
    return latest.result
  }
}

async function exitOf(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => resolve())
    child.once('error', reject)
  })
}
