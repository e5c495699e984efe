/** A connection that gives itself up when the other side says nothing for too long: a network may lose it silently. */
import { Socket } from 'node:net'

export const usualSilenceMs = 90_000

/**
 * Without this a query on a connection whose other end is gone without a word waits for as long as the kernel goes
 * on trying, a quarter of an hour or more, and the pool has one place less.
 */
export function watchedSocket(silenceMs: number): () => Socket {
  return () => {
    const socket = new Socket()
    socket.setTimeout(silenceMs, () =>
      socket.destroy(new Error('Connection terminated: the database was silent for too long')),
    )
    return socket
  }
}
