/** Main loop of a helper process: reads jobs from standard input, one at a time, and replies on standard output. */
import { once } from 'node:events'
import { readSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { z } from 'zod'
import type { Progress } from '../engine.ts'
import {
  createFrameParser,
  type FrameType,
  frameHeader,
  frameTypes,
  inputPipe,
  maxChunkBytes,
  messageFrame,
} from './frames.ts'
import type { Failure } from './helper-messages.ts'
import { JobFailure } from './job-failure.ts'

export type Report = (percent: number, stage: string) => void

/** A result that is streamed while it is computed, with a reply sent after it. */
export interface StreamedResult {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly about: () => object
}

export type JobHandler<Request> = (
  request: Request,
  input: Buffer,
  report: Report,
) => Promise<Uint8Array | StreamedResult>

/** Progress when the input has been received. */
const receivedPercent = 10

const inputSchema = z.object({ inputBytes: z.number() })

/** Parses each request by the schema. Runs until standard input closes: a helper never outlives its worker. */
export function serveJobs<Request>(schema: z.ZodType<Request>, handle: JobHandler<Request>): void {
  async function take(message: unknown): Promise<void> {
    const { inputBytes } = inputSchema.parse(message)
    let reportedPercent = 0
    const report: Report = (percent, stage) => {
      if (percent < reportedPercent) return
      reportedPercent = percent
      send(frameTypes.progress, { percent, stage } satisfies Progress)
    }
    const input = receiveInput(inputBytes, part => {
      const percent = Math.floor(receivedPercent * part)
      if (percent > reportedPercent) report(percent, 'receive')
    })
    await answer(async () => handle(schema.parse(message), input, report))
  }

  const parse = createFrameParser({
    onMessage: (type, message) => {
      if (type !== frameTypes.job) return
      take(message).catch(() => process.exit(1))
    },
    onBytes: () => {},
  })

  process.stdin.on('data', parse)
  // SIGKILL, because a normal exit would wait for native threads that are still encoding.
  process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'))
  send(frameTypes.ready, {})
  // Only written where the folder is writable: in a run that compiles.
  flushCompileCache()
}

async function answer(work: () => Promise<Uint8Array | StreamedResult>): Promise<void> {
  try {
    const result = await work()
    if (result instanceof Uint8Array) {
      await sendBytes(result)
      return send(frameTypes.done, {})
    }
    for await (const bytes of result.chunks) await sendBytes(bytes)
    send(frameTypes.done, result.about())
  } catch (error) {
    send(frameTypes.failed, toFailure(error))
  }
}

async function sendBytes(bytes: Uint8Array): Promise<void> {
  for (let start = 0; start < bytes.length; start += maxChunkBytes) {
    const chunk = bytes.subarray(start, start + maxChunkBytes)
    process.stdout.write(frameHeader(frameTypes.chunk, chunk.length))
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
  }
}

function send(type: FrameType, message: object): void {
  process.stdout.write(messageFrame(type, message))
}

function toFailure(error: unknown): Failure {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (error instanceof JobFailure) {
    const cause = error.cause instanceof Error ? error.cause.message : ''
    return { code: error.code, params: error.params, detail: `${error.message} ${cause}`.slice(0, 4000) }
  }
  return { code: 'internal', params: {}, detail: detail.slice(0, 4000) }
}

/**
 * Blocks, which takes two thirds of the time: there is nothing else to do until the input is complete. `onReceived`
 * gets the received fraction, 0 to 1.
 */
function receiveInput(bytes: number, onReceived: (part: number) => void): Buffer {
  const input = Buffer.allocUnsafeSlow(bytes)
  for (let received = 0; received < bytes; ) {
    const bytesRead = readSync(inputPipe, input, received, bytes - received, null)
    if (bytesRead === 0) throw new Error('The worker exited while sending an input')
    received += bytesRead
    onReceived(received / bytes)
  }
  return input
}
