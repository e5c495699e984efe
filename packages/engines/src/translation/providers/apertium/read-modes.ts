/** Finds Debian's installed Apertium modes and the programs of their pipelines. */
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LanguagePair } from '../../sentence-translator.ts'

/** A program of a pipeline with its arguments. */
export type Stage = readonly [string, ...string[]]

export interface ApertiumMode extends LanguagePair {
  readonly stages: readonly Stage[]
  /** On the scale of mt12's scores: that of mt12 minus the measured difference on everyday sentences (`bench/translation`). */
  readonly score: number
}

export const modesFolder = '/usr/share/apertium/modes'
const programsFolder = '/usr/bin'

export const offeredModes = [
  { mode: 'eng-spa', from: 'en', to: 'es', score: 33.9 },
  { mode: 'spa-eng', from: 'es', to: 'en', score: 33 },
  { mode: 'es-fr', from: 'es', to: 'fr', score: 38.1 },
  { mode: 'fr-es', from: 'fr', to: 'es', score: 31.3 },
  { mode: 'es-pt', from: 'es', to: 'pt', score: 41.9 },
  { mode: 'pt-es', from: 'pt', to: 'es', score: 44 },
  { mode: 'spa-ita', from: 'es', to: 'it', score: 43.5 },
  { mode: 'ita-spa', from: 'it', to: 'es', score: 39.8 },
] as const

/** Modes whose programs are all installed. */
export async function readModes(folder = modesFolder): Promise<ApertiumMode[]> {
  const modes = await Promise.all(
    offeredModes.map(async ({ mode, from, to, score }): Promise<ApertiumMode | undefined> => {
      const line = await readFile(join(folder, `${mode}.mode`), 'utf8').catch(() => undefined)
      if (line === undefined) return undefined
      const stages = parseMode(line)
      const allExist = await Promise.all(stages.map(([program]) => exists(join(programsFolder, program))))
      return allExist.every(Boolean) ? { from, to, score, stages } : undefined
    }),
  )
  return modes.filter(mode => mode !== undefined)
}

/** A mode file is one shell command line. Its programs are run without a shell, with the flag to flush at null bytes. */
export function parseMode(line: string): Stage[] {
  return line
    .trim()
    .split('|')
    .map(command => {
      const [program = '', ...args] = command.match(/'[^']*'|\S+/g) ?? []
      return [program, '-z', ...args.flatMap(readArgument)]
    })
}

/** `$1` is the flag for unknown words, here `-n` for unmarked; `$2` is for additional arguments. */
function readArgument(argument: string): string[] {
  if (argument === '$1') return ['-n']
  if (argument === '$2') return []
  return [argument.replace(/^'(.*)'$/, '$1')]
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
