/** No-op metrics, for installations that do not expose any. */
import type { WebMetrics, WorkerMetrics } from '../../ports/metrics.ts'

const nothing = () => undefined

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
