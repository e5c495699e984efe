/** No-op metrics and tracer, for installations that expose none. */
import type { WebMetrics, WorkerMetrics } from '../../ports/metrics.ts'
import type { Span, Tracer } from '../../ports/tracer.ts'

const nothing = () => undefined

/** No-op metrics, for installations that do not expose any. */
export const noopWebMetrics: WebMetrics = {
  requestCompleted: nothing,
  streamOpened: () => nothing,
  bytesReceived: nothing,
}

export const noopWorkerMetrics: WorkerMetrics = {
  slotsOffered: nothing,
  jobClaimed: () => nothing,
  jobEnded: nothing,
  stepEnded: nothing,
  taskEnded: nothing,
  helperEnded: nothing,
  mailEnded: nothing,
  maintenanceEnded: nothing,
}

const noopSpan: Span = {
  traceId: undefined,
  run: work => work(),
  describe: () => undefined,
  fail: () => undefined,
  end: () => undefined,
}

/** No-op tracer, for installations that do not export traces. */
export const noopTracer: Tracer = {
  open: () => noopSpan,
  trace: (_name, _settings, work) => work(noopSpan),
  traceParent: () => null,
  traceId: () => undefined,
  close: async () => undefined,
}
