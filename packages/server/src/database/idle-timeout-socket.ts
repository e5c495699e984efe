/** Socket with an idle timeout, because a network can drop a connection silently. */
import { Socket } from 'node:net'

export const defaultSilenceMs = 90_000

/**
 * Without it, a query on a half-open connection waits until the kernel stops retransmitting, a quarter of an hour or
 * more, and occupies a connection of the pool.
 */
export function idleTimeoutSocket(silenceMs: number): () => Socket {
  return () => {
    const socket = new Socket()
    socket.setTimeout(silenceMs, () =>
      socket.destroy(new Error('Connection terminated: the database did not respond in time')),
    )
    return socket
  }
}
