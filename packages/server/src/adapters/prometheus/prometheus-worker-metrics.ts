/** Prometheus metrics of a worker. */
import type { WorkerMetrics } from '../../ports/metrics.ts'
import { faultLabel } from './fault-label.ts'
import { metricTable } from './metric-table.ts'
import type { MetricsRegistry } from './open-registry.ts'

export function createPrometheusWorkerMetrics(registry: MetricsRegistry): WorkerMetrics {
  const jobs = registry.counter(metricTable.jobs)
  const failures = registry.counter(metricTable.jobFailures)
  const durations = registry.histogram(metricTable.jobDuration)
  const waits = registry.histogram(metricTable.queueWait)
  const running = registry.gauge(metricTable.runningJobs)
  const slots = registry.gauge(metricTable.jobPlaces)
  const steps = registry.histogram(metricTable.stepDuration)
  const stepFailures = registry.counter(metricTable.stepFailures)
  const helpers = registry.counter(metricTable.helpersEnded)
  const tasks = registry.histogram(metricTable.taskDuration)
  const mails = registry.counter(metricTable.mails)
  const maintenance = registry.counter(metricTable.maintenance)
  return {
    slotsOffered(queueClass, count) {
      slots.set({ lane: queueClass }, count)
      // Set from the start, so that an idle worker differs from a missing series.
      running.set({ lane: queueClass }, 0)
    },
    jobClaimed(queueClass, waitedSeconds) {
      waits.observe({ lane: queueClass }, waitedSeconds)
      running.inc({ lane: queueClass })
      return () => running.dec({ lane: queueClass })
    },
    jobEnded({ operation, outcome, seconds, code }) {
      jobs.inc({ operation, outcome })
      durations.observe({ operation }, seconds)
      if (code) failures.inc({ code, fault: faultLabel(code) })
    },
    stepEnded({ engine, seconds, code }) {
      steps.observe({ engine }, seconds)
      if (code) stepFailures.inc({ engine, code })
    },
    helperEnded: (engine, end) => helpers.inc({ engine, end }),
    taskEnded: (task, seconds, isDone) =>
      tasks.observe({ task, outcome: isDone ? 'done' : 'failed' }, seconds),
    mailEnded: (kind, outcome) => mails.inc({ kind, outcome }),
    maintenanceEnded: (task, outcome) => maintenance.inc({ task, outcome }),
  }
}
