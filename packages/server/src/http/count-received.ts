/** Storage decorator that counts received bytes. */
import type { WebMetrics } from '../ports/metrics.ts'
import type { Storage } from '../ports/storage.ts'

export function countReceived(storage: Storage, metrics: Pick<WebMetrics, 'bytesReceived'>): Storage {
  return {
    ...storage,
    async write(key, source) {
      const written = await storage.write(key, source)
      metrics.bytesReceived(written.sizeBytes)
      return written
    },
    async append(key, offsetBytes, source) {
      const appended = await storage.append(key, offsetBytes, source)
      metrics.bytesReceived(appended.lengthBytes - offsetBytes)
      return appended
    },
  }
}
