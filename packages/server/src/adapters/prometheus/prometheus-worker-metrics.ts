/** What a worker counts, in Prometheus' format. */
import type { WorkerMetrics } from '../../ports/metrics.ts'
import { metricTable } from './metric-table.ts'
import type { MetricsRegistry } from './open-registry.ts'
import { whoseFault } from './whose-fault.ts'

export function createPrometheusWorkerMetrics(registry: MetricsRegistry): WorkerMetrics {
  const jobs = registry.counter(metricTable.jobs)
  const failures = registry.counter(metricTable.jobFailures)
  const durations = registry.histogram(metricTable.jobDuration)
  const waits = registry.histogram(metricTable.queueWait)
  const running = registry.gauge(metricTable.runningJobs)
  const places = registry.gauge(metricTable.jobPlaces)
  const steps = registry.histogram(metricTable.stepDuration)
  const stepFailures = registry.counter(metricTable.stepFailures)
  const helpers = registry.counter(metricTable.helpersEnded)
  const tasks = registry.histogram(metricTable.taskDuration)
  const mails = registry.counter(metricTable.mails)
  return {
    slotsOffered(queueClass, count) {
      places.set({ lane: queueClass }, count)
      // There from the start, so that nothing is told from no answer.
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
      if (code) failures.inc({ code, fault: whoseFault(code) })
    },
    stepEnded({ engine, seconds, code }) {
      steps.observe({ engine }, seconds)
      if (code) stepFailures.inc({ engine, code })
    },
    helperEnded: (engine, end) => helpers.inc({ engine, end }),
    taskEnded: (task, seconds, isDone) =>
      tasks.observe({ task, outcome: isDone ? 'done' : 'failed' }, seconds),
    mailEnded: (kind, outcome) => mails.inc({ kind, outcome }),
  }
}
