/** Compares cores and memory with what the settings allow engines to use. */
import { availableParallelism, totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'
import type { Settings } from '../config.ts'
import { describeGigabytes, type Finding } from './finding.ts'

const gigabyte = 1024 ** 3
/** For the database, a web process and a worker. */
const baseBytes = gigabyte
/** Peak memory of a busy warm helper of the image or document engines. */
const helperBytes = gigabyte / 2
/** Peak memory of the larger of the two bundled speech models. */
const speechBytes = 2 * gigabyte

export function checkMachine(settings: Settings): Finding[] {
  const limit = constrainedMemory()
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return describeMachine(settings, { cores: availableParallelism(), memoryBytes })
}

export function describeMachine(
  settings: Pick<Settings, 'ENGINE_PROCESSES' | 'SPEECH_PROCESSES' | 'SPEECH_URL' | 'DISABLED_ENGINES'>,
  machine: { readonly cores: number; readonly memoryBytes: number },
): Finding[] {
  const { cores, memoryBytes } = machine
  const processes = settings.ENGINE_PROCESSES
  const hasSpeech = settings.SPEECH_URL === undefined && !settings.DISABLED_ENGINES.includes('speech')
  const neededBytes =
    baseBytes + processes * helperBytes + (hasSpeech ? settings.SPEECH_PROCESSES * speechBytes : 0)
  const isOversubscribed = processes > 2 * cores
  const isLowOnMemory = memoryBytes < neededBytes
  return [
    {
      area: 'machine',
      name: 'cores',
      status: isOversubscribed ? 'warning' : 'ok',
      found: `${cores}, with ENGINE_PROCESSES ${processes}`,
      ...(isOversubscribed && {
        fix: `Set ENGINE_PROCESSES to ${cores}: more processes only contend for the cores.`,
      }),
    },
    {
      area: 'machine',
      name: 'memory',
      status: isLowOnMemory ? 'warning' : 'ok',
      found: `${describeGigabytes(memoryBytes)}, about ${describeGigabytes(neededBytes)} needed under full load`,
      ...(isLowOnMemory && {
        fix: 'Lower ENGINE_PROCESSES, or disable speech with DISABLED_ENGINES=speech.',
      }),
    },
  ]
}
