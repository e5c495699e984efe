/** Parses server-sent events from a response body, because EventSource supports GET only. */

/** Yields the data of each event; ignores a truncated last event. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const events = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/)
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = dataOf(event)
        if (data !== undefined) yield data
      }
    }
  } finally {
    // Closes the connection when the consumer stops iterating.
    await reader.cancel().catch(() => undefined)
  }
}

/** Undefined for comments, which only keep the connection alive. */
function dataOf(event: string): string | undefined {
  const lines = event.split(/\r?\n/).filter(line => line.startsWith('data:'))
  if (lines.length === 0) return undefined
  return lines.map(line => line.slice(line.startsWith('data: ') ? 6 : 5)).join('\n')
}
