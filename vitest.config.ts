import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test/longest-first.ts'
import { type SuiteName, suites } from './scripts/test/suites.ts'

const webFolder = 'packages/web'
/** One core less is the default, which of two leaves one. */
const maxWorkers = availableParallelism()
/** The default of one second is too short for a busy machine. */
const expect = { poll: { timeout: 20_000 } }
/** Only a test that hangs takes so long, also on a machine with ten times more work than cores. */
const busyMachineTimeoutMs = 240_000

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // Files that share a process load what they have in common once: half of the time.
      {
        test: {
          name: 'unit',
          include: filesOf('unit'),
          testTimeout: 20_000,
          maxWorkers,
          isolate: false,
          expect,
        },
      },
      {
        extends: './packages/web/vite.config.ts',
        test: {
          name: 'web',
          expect,
          root: webFolder,
          environment: 'happy-dom',
          include: filesOf('web').map(path => relative(webFolder, path)),
          setupFiles: ['src/async-timeout.test-support.ts'],
          testTimeout: 30_000,
          maxWorkers,
          isolate: false,
        },
      },
      {
        // Half of a conversion is waiting for programs to start: a few at once keep the cores busy.
        test: {
          name: 'corpus',
          expect,
          include: filesOf('corpus'),
          isolate: false,
          testTimeout: busyMachineTimeoutMs,
          hookTimeout: busyMachineTimeoutMs,
          maxConcurrency: 2,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'integration',
          expect,
          include: filesOf('integration'),
          // A seventh of the time is waiting: one more than there are cores.
          maxWorkers: maxWorkers + 1,
          isolate: false,
          globalSetup: ['tests/support/shared-postgres.ts'],
          testTimeout: busyMachineTimeoutMs,
          hookTimeout: busyMachineTimeoutMs,
        },
      },
      {
        test: {
          name: 'faults',
          expect,
          include: filesOf('faults'),
          globalSetup: ['tests/support/shared-postgres.ts'],
          testTimeout: busyMachineTimeoutMs,
          hookTimeout: busyMachineTimeoutMs,
          // They wait for processes to die and to come back, an eighth of the time; a third worker makes them slower.
          maxWorkers,
        },
      },
    ],
  },
})

function filesOf(name: SuiteName): string[] {
  return suites.filter(suite => suite.name === name).flatMap(suite => [...suite.include])
}
