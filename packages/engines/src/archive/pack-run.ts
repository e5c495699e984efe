/** What each way of packing is given. */
import type { Entry } from './entries.ts'
import type { ArchiveFormat } from './formats.ts'
import type { PackProgress } from './pack-progress.ts'
import type { ArchiveContext } from './run-packer.ts'
import type { WorkFolder } from './work-folder.ts'

export interface PackRun {
  readonly context: ArchiveContext
  readonly folder: WorkFolder
  readonly entries: readonly Entry[]
  readonly format: ArchiveFormat
  readonly level: number
  readonly password: string | undefined
  /** What the archive is called in the output folder. */
  readonly resultName: string
  readonly signal: AbortSignal
  readonly progress: PackProgress
}
