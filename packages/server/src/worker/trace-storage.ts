/** Storage decorator that traces fetching inputs and storing results. */
import type { Storage } from '../ports/storage.ts'
import type { Tracer } from '../ports/tracer.ts'

export function traceStorage(storage: Storage, tracer: Tracer): Storage {
  return {
    ...storage,
    fetchTo: (key, path) => tracer.trace('fetch input', {}, () => storage.fetchTo(key, path)),
    write: (key, source) =>
      tracer.trace('store result', {}, async span => {
        const written = await storage.write(key, source)
        span.describe({ 'filesmith.bytes': written.sizeBytes })
        return written
      }),
  }
}
