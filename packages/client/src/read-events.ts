/** Reads server-sent events from a response: the data of each, as it comes. */

export async function* readEvents(response: Response): AsyncGenerator<string> {
  if (response.body === null) return
  let waiting = ''
  for await (const text of textOf(response.body)) {
    waiting += text
    const events = waiting.split(/\r?\n\r?\n/)
    waiting = events.pop() ?? ''
    for (const event of events) {
      const data = event
        .split(/\r?\n/)
        .filter(line => line.startsWith('data:'))
        .map(line => line.slice('data:'.length).replace(/^ /, ''))
      if (data.length > 0) yield data.join('\n')
    }
  }
}

/** Through a reader of its own: not every browser can walk over a stream. */
async function* textOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
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
