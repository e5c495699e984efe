/** Error handling for source streams, shared by all storages: attaches an error handler at once, destroys the source on failure. */
import type { Readable } from 'node:stream'

export async function withSource<T>(source: Readable, take: () => Promise<T>): Promise<T> {
  // The stream may fail before it is first read; without a handler the process would crash. Reading reports the error.
  source.on('error', () => {})
  try {
    return await take()
  } catch (error) {
    source.destroy()
    throw error
  }
}
