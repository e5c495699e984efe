/** What every storage owes a stream it takes: listen to its errors from the first moment, destroy it on failure. */
import type { Readable } from 'node:stream'

export async function takingSource<T>(source: Readable, take: () => Promise<T>): Promise<T> {
  // It may fail before it is read for the first time, with nobody listening; reading it then tells.
  source.on('error', () => {})
  try {
    return await take()
  } catch (error) {
    source.destroy()
    throw error
  }
}
