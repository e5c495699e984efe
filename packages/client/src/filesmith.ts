/** Filesmith from a program: files are sent, jobs run, results fetched. Works in browsers and in Node. */
import { createSend, type SendSettings } from './create-send.ts'
import { FilesmithError } from './filesmith-error.ts'
import {
  type Account,
  type ApiFile,
  createJob,
  deleteFile,
  deleteJob,
  getAccount,
  getJobResult,
  type Job,
  type JobPage,
  listJobs,
  type NewJob,
  sendFile,
} from './generated/calls.ts'
import type { CallSettings, Send } from './send.ts'
import { waitForJob } from './wait-for-job.ts'

export interface RunSettings {
  /** Aborting it cancels the job on the server too. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((job: Job) => void) | undefined
}

export class Filesmith {
  /** For the calls of generated/calls.ts that have no shorter way here. */
  readonly send: Send

  constructor(settings: SendSettings) {
    this.send = createSend(settings)
  }

  account(settings: CallSettings = {}): Promise<Account> {
    return getAccount(this.send, settings)
  }

  /** A Blob is sent again when the connection breaks; a stream can be sent only once. */
  uploadFile(
    file: Blob | ReadableStream<Uint8Array>,
    fileName: string,
    settings: CallSettings = {},
  ): Promise<ApiFile> {
    const headers = { 'content-type': 'application/octet-stream', ...settings.headers }
    return sendFile(this.send, file, { fileName }, { ...settings, headers })
  }

  removeFile(id: string, settings: CallSettings = {}): Promise<void> {
    return deleteFile(this.send, id, settings)
  }

  /** Answers the job when it has succeeded; one that failed is thrown as a FilesmithError. */
  async runJob(wanted: NewJob, { signal, onProgress }: RunSettings = {}): Promise<Job> {
    const begun = await createJob(this.send, wanted, { signal })
    const job = await waitForJob(this.send, begun, { signal, onProgress }).catch(async error => {
      // Nobody waits for it any more; if it cannot be said now, the server finishes it in vain.
      if (signal?.aborted) await deleteJob(this.send, begun.id).catch(() => undefined)
      throw error
    })
    if (job.status === 'succeeded') return job
    const { code, message } = job.error ?? { code: 'cancelled', message: 'This job was cancelled.' }
    throw new FilesmithError(code, message)
  }

  jobs(options: Parameters<typeof listJobs>[1] = {}, settings: CallSettings = {}): Promise<JobPage> {
    return listJobs(this.send, options, settings)
  }

  /** Its body is a stream. */
  download(jobId: string, index = 0, settings: CallSettings = {}): Promise<Response> {
    return getJobResult(this.send, jobId, index, settings)
  }

  /** Forgets it with its results; one that still runs is cancelled. */
  removeJob(id: string, settings: CallSettings = {}): Promise<void> {
    return deleteJob(this.send, id, settings)
  }
}
