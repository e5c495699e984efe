/** Waits for a job to finish: by server-sent events, with long polling as a fallback. */
import { FilesmithError } from './filesmith-error.ts'
import { followJob, getJob, type Job } from './generated/calls.ts'
import { readEvents } from './read-events.ts'
import type { Send } from './send.ts'

interface WaitSettings {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((job: Job) => void) | undefined
}

/** How long the server holds one long-polling request. */
const waitSeconds = 20

export async function waitForJob(
  send: Send,
  created: Job,
  { signal, onProgress }: WaitSettings,
): Promise<Job> {
  let job = created
  const update = (next: Job) => {
    job = next
    onProgress?.(job)
  }
  update(created)
  while (!isFinished(job)) {
    signal?.throwIfAborted()
    await followEvents(send, job.id, update, signal)
    // The event stream ended early: server restart, or a proxy that cuts long responses.
    if (!isFinished(job)) update(await getJob(send, job.id, { wait: waitSeconds }, { signal }))
  }
  return job
}

async function followEvents(
  send: Send,
  id: string,
  update: (job: Job) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    for await (const data of readEvents(await followJob(send, id, { signal }))) {
      const job = JSON.parse(data) as Job
      update(job)
      if (isFinished(job)) return
    }
  } catch (error) {
    signal?.throwIfAborted()
    // Client errors are permanent; anything else falls back to polling.
    if (error instanceof FilesmithError && error.status >= 400 && error.status < 500) throw error
  }
}

function isFinished({ status }: Job): boolean {
  return status !== 'queued' && status !== 'running'
}
