/** Waits for a job to finish: by server-sent events, with long polling as a fallback. */
import { FilesmithError } from './filesmith-error.ts'
import { followJob, getJob, type Job } from './generated/calls.ts'
import type { Send } from './send.ts'

interface WaitSettings {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((job: Job) => void) | undefined
}

/** How long the server holds one long-polling request. */
const waitSeconds = 20

/** Waits for a job to finish: by server-sent events, with long polling as a fallback. */
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

async function* readEvents(response: Response): AsyncGenerator<string> {
  if (response.body === null) return
  let buffer = ''
  for await (const text of decodeText(response.body)) {
    buffer += text
    const events = buffer.split(/\r?\n\r?\n/)
    buffer = events.pop() ?? ''
    for (const event of events) {
      const data = event
        .split(/\r?\n/)
        .filter(line => line.startsWith('data:'))
        .map(line => line.slice('data:'.length).replace(/^ /, ''))
      if (data.length > 0) yield data.join('\n')
    }
  }
}

/** Uses a reader, because not every browser supports async iteration of streams. */
async function* decodeText(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
