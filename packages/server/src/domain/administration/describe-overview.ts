/** Administration overview: queues, workers, totals and the last 24 hours. */
import type { Overview } from '@filesmith/contract/schemas/admin'
import type { DayFigures, QueueFigure } from '../../ports/load-figures.ts'
import { type LiveWorkers, loadLiveWorkers } from '../engines/live-workers.ts'
import type { AdminDeps } from './admin-deps.ts'

const hourMs = 60 * 60 * 1000
const shownHours = 24

export async function describeOverview(
  deps: Pick<AdminDeps, 'load' | 'workers' | 'storageFigures'>,
  now = new Date(),
): Promise<Overview> {
  const thisHour = Math.floor(now.getTime() / hourMs) * hourMs
  const firstHour = new Date(thisHour - (shownHours - 1) * hourMs)
  const [queues, day, totals, storedBytes, liveWorkers, alive] = await Promise.all([
    deps.load.queues(),
    deps.load.finishedSince(firstHour),
    deps.load.totals(),
    deps.storageFigures.storedBytes(),
    loadLiveWorkers(deps),
    deps.workers.listWorkers(),
  ])
  return {
    queue: queues.map(queue => ({
      ...queue,
      engines: [...queue.engines],
      isStranded: queue.waiting > 0 && !canAnyServe(liveWorkers, queue),
    })),
    lastDay: { ...day, byHour: fillHours(day, firstHour) },
    ...totals,
    workers: alive.length,
    storedBytes,
  }
}

function canAnyServe({ kinds }: LiveWorkers, { queueClass, engines }: QueueFigure): boolean {
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
