/** The worker classes of deploy/ cover all jobs, each by a single worker. */
import { expect, test } from 'vitest'
import { operationIds, operations } from '../../packages/contract/src/operations/registry.ts'
import { routeFor } from '../../packages/engines/src/build-execution-plan.ts'
import type { EngineId } from '../../packages/engines/src/engine.ts'
import { abilities, engineIds } from '../../packages/engines/src/registry.ts'
import { excludedEngines, workerClassNames } from '../../packages/server/src/worker-classes.ts'
import { baseOfKind, ownServices, settingOf } from '../support/deploy/manifests.ts'

/** The engine sets of all format pairs of all operations, each with one example. */
function neededEngines(): Map<string, string> {
  const needed = new Map<string, string>()
  for (const operation of operationIds) {
    const { inputs, outputs } = operations[operation]
    for (const from of inputs === 'any' ? (['txt'] as const) : inputs) {
      for (const to of outputs) {
        const engines = (routeFor(operation, from, to, abilities) ?? []).flatMap(({ ability }) =>
          'engine' in ability && ability.engine !== null ? ability.engine : [],
        )
        needed.set([...new Set(engines)].join(), `${operation}: ${from} to ${to}`)
      }
    }
  }
  return needed
}

const needed = neededEngines()

test.each([
  [
    'Kubernetes',
    baseOfKind('Deployment').flatMap(deployment => settingOf(deployment, 'WORKER_ENGINES') ?? []),
  ],
  ['the compose file', ownServices().flatMap(({ environment }) => environment.WORKER_ENGINES ?? [])],
])('worker classes in %s: every job has a worker with its engines', (_where, classes) => {
  const workers = classes.map(names => {
    const leftOut = excludedEngines(workerClassNames.filter(name => names.split(',').includes(name)))
    return new Set(engineIds.filter(engine => !leftOut.includes(engine)))
  })
  expect(workers).toHaveLength(2)
  expect(needed.size).toBeGreaterThan(10)
  const unserved = [...needed].filter(
    ([engines]) =>
      !workers.some(worker =>
        engines.split(',').every(engine => engine === '' || worker.has(engine as EngineId)),
      ),
  )
  expect(unserved).toEqual([])
})
