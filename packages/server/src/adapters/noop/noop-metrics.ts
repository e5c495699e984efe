/** No-op metrics, for installations that do not expose any. */
import type { WebMetrics, WorkerMetrics } from '../../ports/metrics.ts'

const nothing = () => undefined

export const noopWebMetrics: WebMetrics = {
  requestAnswered: nothing,
  streamOpened: () => nothing,
  bytesReceived: nothing,
}

export const noopWorkerMetrics: WorkerMetrics = {
  placesOffered: nothing,
  jobTaken: () => nothing,
  jobEnded: nothing,
  stepEnded: nothing,
  taskEnded: nothing,
  helperEnded: nothing,
  mailEnded: nothing,
}
