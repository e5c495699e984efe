/** Follows a job until it is over: by its events, and by asking where events do not get through. */
import { FilesmithError } from './filesmith-error.ts'
import { followJob, getJob, type Job } from './generated/calls.ts'
import { readEvents } from './read-events.ts'
import type { Send } from './send.ts'

interface WaitSettings {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((job: Job) => void) | undefined
}

/** How long one question waits at the server for an answer. */
const waitSeconds = 20

export async function waitForJob(send: Send, begun: Job, { signal, onProgress }: WaitSettings): Promise<Job> {
  let job = begun
  const take = (next: Job) => {
    job = next
    onProgress?.(job)
  }
  take(begun)
  while (!isOver(job)) {
    signal?.throwIfAborted()
    await followEvents(send, job.id, take, signal)
    // The server restarts, or something on the way cuts long answers off.
    if (!isOver(job)) take(await getJob(send, job.id, { wait: waitSeconds }, { signal }))
  }
  return job
}

async function followEvents(
  send: Send,
  id: string,
  take: (job: Job) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    for await (const data of readEvents(await followJob(send, id, { signal }))) {
      const job = JSON.parse(data) as Job
      take(job)
      if (isOver(job)) return
    }
  } catch (error) {
    signal?.throwIfAborted()
    // A server that answers but refuses would refuse for ever.
    if (error instanceof FilesmithError && error.status >= 400 && error.status < 500) throw error
  }
}

function isOver({ status }: Job): boolean {
  return status !== 'queued' && status !== 'running'
}
