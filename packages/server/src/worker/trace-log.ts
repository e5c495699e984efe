/** Log decorator that adds the id of the current trace. */
import type { Log } from '../ports/log.ts'
import type { Tracer } from '../ports/tracer.ts'

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
