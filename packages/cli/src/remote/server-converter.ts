/** Runs conversions on a server: uploads the inputs, waits for the job, downloads the result and deletes both there. */
import { createWriteStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Filesmith } from '@filesmith/client/filesmith'
import { FilesmithError } from '@filesmith/client/filesmith-error'
import { type FormatId, formatIds, formats } from '@filesmith/contract/formats'
import type { ConversionResult, Converter, InputFile, Task, TaskRun } from '../tasks/converter.ts'
import type { ServerSettings } from './server-settings.ts'

/** Share of the upload in the overall progress; the rest is the job's percentage. */
const uploadPercent = 10
const maxDownloadAttempts = 3

export function createServerConverter(settings: ServerSettings): Converter {
  const filesmith = new Filesmith(settings)
  return {
    async convert(run) {
      try {
        return await runOnServer(filesmith, run)
      } catch (error) {
        run.signal.throwIfAborted()
        throw toKeyError(error)
      }
    },
    close: async () => undefined,
  }
}

async function runOnServer(
  filesmith: Filesmith,
  { task, signal, onProgress }: TaskRun,
): Promise<ConversionResult> {
  const fileIds: string[] = []
  try {
    for (const input of task.inputs) {
      fileIds.push(await uploadInput(filesmith, input, signal))
      onProgress((uploadPercent * fileIds.length) / task.inputs.length, 'send')
    }
    const job = await filesmith.runJob(
      {
        inputs: fileIds.map(fileId => ({ fileId })),
        steps: [{ operation: task.operation, options: task.options }],
      },
      {
        signal,
        onProgress: ({ percent, stage }) =>
          onProgress(uploadPercent + (percent * (100 - uploadPercent)) / 100, stage),
      },
    )
    const [result] = job.results
    return {
      format: formatOf(result?.format, task),
      notes: result?.notes ?? [],
      saveTo: path => downloadResult(filesmith, job.id, path, signal),
      // Best effort: the server deletes expired jobs by itself.
      discard: () => filesmith.removeJob(job.id).catch(() => undefined),
    }
  } finally {
    for (const id of fileIds) await filesmith.removeFile(id).catch(() => undefined)
  }
}

async function uploadInput(
  filesmith: Filesmith,
  { path, name }: InputFile,
  signal: AbortSignal,
): Promise<string> {
  // A Blob is streamed from disk and can be sent again when the connection breaks.
  const { id } = await filesmith.uploadFile(await openAsBlob(path), name.split('/').at(-1) ?? name, {
    signal,
  })
  return id
}

async function downloadResult(
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
      const isLocalError = (error as NodeJS.ErrnoException).syscall !== undefined
      if (attempt === maxDownloadAttempts || signal.aborted || isLocalError) throw error
    }
  }
}

/** Resolves the server's format name, which is a file extension. */
function formatOf(name: string | undefined, { expectedFormat }: Task): FormatId {
  const matchesName = (id: FormatId) => id === name || formats[id].extensions[0] === name
  return name === undefined || matchesName(expectedFormat)
    ? expectedFormat
    : (formatIds.find(matchesName) ?? expectedFormat)
}

export function toKeyError(error: unknown): unknown {
  if (!(error instanceof FilesmithError) || !error.isRefusedKey) return error
  return new FilesmithError('api-key-refused', error.message, { status: error.status, cause: error })
}
