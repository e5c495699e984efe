/** Client of the Filesmith API for browsers and Node: uploads files, runs jobs, downloads results. */
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
  /** Aborting also cancels the job on the server. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((job: Job) => void) | undefined
}

export class Filesmith {
  /** For the calls of generated/calls.ts that have no method here. */
  readonly send: Send

  constructor(settings: SendSettings) {
    this.send = createSend(settings)
  }

  account(settings: CallSettings = {}): Promise<Account> {
    return getAccount(this.send, settings)
  }

  /** A Blob is sent again after a connection error; a stream can only be sent once. */
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

  /** Resolves with the succeeded job; throws a FilesmithError for a failed or canceled one. */
  async runJob(newJob: NewJob, { signal, onProgress }: RunSettings = {}): Promise<Job> {
    const created = await createJob(this.send, newJob, { signal })
    const job = await waitForJob(this.send, created, { signal, onProgress }).catch(async error => {
      // Best effort: without this the server finishes a job that no client waits for.
      if (signal?.aborted) await deleteJob(this.send, created.id).catch(() => undefined)
      throw error
    })
    if (job.status === 'succeeded') return job
    const { code, message } = job.error ?? { code: 'cancelled', message: 'This job was canceled.' }
    throw new FilesmithError(code, message)
  }

  jobs(options: Parameters<typeof listJobs>[1] = {}, settings: CallSettings = {}): Promise<JobPage> {
    return listJobs(this.send, options, settings)
  }

  /** The body of the response is a stream. */
  download(jobId: string, index = 0, settings: CallSettings = {}): Promise<Response> {
    return getJobResult(this.send, jobId, index, settings)
  }

  /** Deletes the job with its results; a running job is canceled. */
  removeJob(id: string, settings: CallSettings = {}): Promise<void> {
    return deleteJob(this.send, id, settings)
  }
}
