/** Whether cores and memory fit what the settings let engines use. */
import { availableParallelism, totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'
import type { Settings } from '../config.ts'
import { describeGigabytes, type Finding } from './finding.ts'

const gigabyte = 1024 ** 3
/** The database, a web process and a worker. */
const baseBytes = gigabyte
/** What a warm helper of pictures or documents holds when it is busy. */
const helperBytes = gigabyte / 2
/** The larger of the two models that come with the install, at work. */
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
  const isCrowded = processes > 2 * cores
  const isShort = memoryBytes < neededBytes
  return [
    {
      area: 'machine',
      name: 'cores',
      status: isCrowded ? 'warning' : 'ok',
      found: `${cores}, with ENGINE_PROCESSES ${processes}`,
      ...(isCrowded && { fix: `Set ENGINE_PROCESSES to ${cores}: more only wait for each other.` }),
    },
    {
      area: 'machine',
      name: 'memory',
      status: isShort ? 'warning' : 'ok',
      found: `${describeGigabytes(memoryBytes)}, with about ${describeGigabytes(neededBytes)} in use when all is busy`,
      ...(isShort && { fix: 'Lower ENGINE_PROCESSES, or switch speech off by DISABLED_ENGINES=speech.' }),
    },
  ]
}
