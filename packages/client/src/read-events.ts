/** Parses server-sent events from a response and yields the data of each. */

export async function* readEvents(response: Response): AsyncGenerator<string> {
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
