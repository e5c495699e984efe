/** Lets a server do the work: files are sent, the job is followed, its result fetched and removed there. */
import { createWriteStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Filesmith } from '@filesmith/client/filesmith'
import { FilesmithError } from '@filesmith/client/filesmith-error'
import { type FormatId, formatIds, formats } from '@filesmith/contract/formats'
import type { Converter, InputFile, Made, Task, TaskRun } from '../work/converter.ts'
import type { ServerSettings } from './server-settings.ts'

/** How much of the bar is sending; the rest is the server's own percentage. */
const sendingPercent = 10
const fetchTries = 3

export function createServerConverter(settings: ServerSettings): Converter {
  const filesmith = new Filesmith(settings)
  return {
    async convert(run) {
      try {
        return await runOnServer(filesmith, run)
      } catch (error) {
        run.signal.throwIfAborted()
        throw refusedKey(error)
      }
    },
    close: async () => undefined,
  }
}

async function runOnServer(filesmith: Filesmith, { task, signal, onProgress }: TaskRun): Promise<Made> {
  const fileIds: string[] = []
  try {
    for (const input of task.inputs) {
      fileIds.push(await sendFile(filesmith, input, signal))
      onProgress((sendingPercent * fileIds.length) / task.inputs.length, 'send')
    }
    const job = await filesmith.runJob(
      {
        inputs: fileIds.map(fileId => ({ fileId })),
        steps: [{ operation: task.operation, options: task.options }],
      },
      {
        signal,
        onProgress: ({ percent, stage }) =>
          onProgress(sendingPercent + (percent * (100 - sendingPercent)) / 100, stage),
      },
    )
    const [result] = job.results
    return {
      format: formatOf(result?.format, task),
      notes: result?.notes ?? [],
      saveTo: path => fetchResult(filesmith, job.id, path, signal),
      // Fetched or not, it is of no use there any more; if it cannot be removed now, it goes with its time.
      discard: () => filesmith.removeJob(job.id).catch(() => undefined),
    }
  } finally {
    for (const id of fileIds) await filesmith.removeFile(id).catch(() => undefined)
  }
}

async function sendFile(
  filesmith: Filesmith,
  { path, name }: InputFile,
  signal: AbortSignal,
): Promise<string> {
  // Read from the disk as it is sent, and once more if the connection breaks.
  const { id } = await filesmith.uploadFile(await openAsBlob(path), name.split('/').at(-1) ?? name, {
    signal,
  })
  return id
}

async function fetchResult(
  filesmith: Filesmith,
  jobId: string,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { body } = await filesmith.download(jobId, 0, { signal })
      const source = body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream<Uint8Array>)
      return await pipeline(source, createWriteStream(path), { signal })
    } catch (error) {
      const isLocalTrouble = (error as NodeJS.ErrnoException).syscall !== undefined
      if (attempt === fetchTries || signal.aborted || isLocalTrouble) throw error
    }
  }
}

/** The server names formats by their endings. */
function formatOf(name: string | undefined, { expects }: Task): FormatId {
  const isNamed = (id: FormatId) => id === name || formats[id].extensions[0] === name
  return name === undefined || isNamed(expects) ? expects : (formatIds.find(isNamed) ?? expects)
}

export function refusedKey(error: unknown): unknown {
  if (!(error instanceof FilesmithError) || !error.isRefusedKey) return error
  return new FilesmithError('api-key-refused', error.message, { status: error.status, cause: error })
}
