/** Log lines and storage calls of a job, linked to its trace. */
import type { Log } from '../ports/log.ts'
import type { Storage } from '../ports/storage.ts'
import type { Tracer } from '../ports/tracer.ts'

/** Log decorator that adds the id of the current trace. */
export function traceLog(log: Log, tracer: Tracer): Log {
  const withTrace = (fields: object) => {
    const traceId = tracer.traceId()
    return traceId === undefined ? fields : { traceId, ...fields }
  }
  return {
    debug: (fields, message) => log.debug(withTrace(fields), message),
    info: (fields, message) => log.info(withTrace(fields), message),
    warn: (fields, message) => log.warn(withTrace(fields), message),
    error: (fields, message) => log.error(withTrace(fields), message),
  }
}

/** Storage decorator that traces fetching inputs and storing results. */
export function traceStorage(storage: Storage, tracer: Tracer): Storage {
  const traced = (store: () => Promise<{ readonly sizeBytes: number }>) =>
    tracer.trace('store result', {}, async span => {
      const stored = await store()
      span.describe({ 'filesmith.bytes': stored.sizeBytes })
      return stored
    })
  return {
    ...storage,
    fetchTo: (key, path) => tracer.trace('fetch input', {}, () => storage.fetchTo(key, path)),
    write: (key, source) => traced(() => storage.write(key, source)),
    moveIn: (key, path) => traced(() => storage.moveIn(key, path)),
  }
}
