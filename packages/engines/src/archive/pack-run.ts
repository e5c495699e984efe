/** Input of a packer. */
import type { ArchiveFormat } from '@filesmith/contract/archive-formats'
import type { ArchiveFolder } from './archive-folder.ts'
import type { Entry } from './entries.ts'
import type { PackProgress } from './pack-progress.ts'
import type { ArchiveContext } from './run-packer.ts'

export interface PackRun {
  readonly context: ArchiveContext
  readonly folder: ArchiveFolder
  readonly entries: readonly Entry[]
  readonly format: ArchiveFormat
  readonly level: number
  readonly password: string | undefined
  /** Name of the archive in the output folder. */
  readonly resultName: string
  readonly signal: AbortSignal
  readonly progress: PackProgress
}
