/** How the installation stands: what waits and for what, and how the last day went. */
import type { Overview } from '@filesmith/contract/schemas/admin'
import type { DayFigures, QueueFigure } from '../../ports/load-figures.ts'
import { type LivingWorkers, loadLivingWorkers } from '../engines/living-workers.ts'
import type { AdminDeps } from './admin-deps.ts'

const hourMs = 60 * 60 * 1000
const shownHours = 24

export async function describeOverview(
  deps: Pick<AdminDeps, 'load' | 'workers' | 'storageFigures'>,
  now = new Date(),
): Promise<Overview> {
  const thisHour = Math.floor(now.getTime() / hourMs) * hourMs
  const firstHour = new Date(thisHour - (shownHours - 1) * hourMs)
  const [queues, day, totals, storedBytes, living, alive] = await Promise.all([
    deps.load.queues(),
    deps.load.finishedSince(firstHour),
    deps.load.totals(),
    deps.storageFigures.storedBytes(),
    loadLivingWorkers(deps),
    deps.workers.listWorkers(),
  ])
  return {
    queue: queues.map(queue => ({
      ...queue,
      engines: [...queue.engines],
      isStranded: queue.waiting > 0 && !canAnyServe(living, queue),
    })),
    lastDay: { ...day, byHour: fillHours(day, firstHour) },
    ...totals,
    workers: alive.length,
    storedBytes,
  }
}

function canAnyServe({ kinds }: LivingWorkers, { queueClass, engines }: QueueFigure): boolean {
  return kinds.some(
    kind => kind.queueClasses.includes(queueClass) && engines.every(engine => kind.engines.has(engine)),
  )
}

function fillHours({ byHour }: DayFigures, first: Date): Overview['lastDay']['byHour'] {
  const known = new Map(byHour.map(hour => [hour.startsAt.getTime(), hour]))
  return Array.from({ length: shownHours }, (_, index) => {
    const startsAt = new Date(first.getTime() + index * hourMs)
    const { succeeded = 0, failed = 0 } = known.get(startsAt.getTime()) ?? {}
    return { startsAt: startsAt.toISOString(), succeeded, failed }
  })
}
