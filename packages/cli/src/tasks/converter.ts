/** Interface of the converters: the engines of this machine, or a server. */
import type { FormatId } from '@filesmith/contract/formats'
import type { Requested } from '@filesmith/contract/operations/operation'
import type { OperationId } from '@filesmith/contract/operations/registry'

export interface InputFile {
  readonly path: string
  /** File name; a path with '/' for files inside an archive. */
  readonly name: string
  /** Sniffed from the content. */
  readonly format: FormatId | undefined
  readonly sizeBytes: number
  readonly modifiedAt: Date
  /** The file that the user named, where this one is temporary. */
  readonly resultBeside?: string
}

/** One conversion, which produces one result. */
export interface Task {
  /** Name shown in reports. */
  readonly label: string
  readonly operation: OperationId
  /** Exactly one, unless the operation takes many. */
  readonly inputs: readonly [InputFile, ...InputFile[]]
  /** Unparsed option values, including the output format. */
  readonly options: Readonly<Record<string, string>>
  /** The same, parsed. */
  readonly requested: Requested
  /** Expected output format; the engine may return another one. */
  readonly expectedFormat: FormatId
}

export interface TaskRun {
  readonly task: Task
  readonly signal: AbortSignal
  /** `percent` is 0 to 100. */
  readonly onProgress: (percent: number, stage: string) => void
}

/** A finished result that has not been saved yet. */
export interface ConversionResult {
  readonly format: FormatId
  readonly notes: readonly string[]
  /** Writes the result to a path that does not exist yet. */
  saveTo(path: string): Promise<void>
  /** Deletes temporary files, whether the result was saved or not. */
  discard(): Promise<void>
}

export interface Converter {
  convert(run: TaskRun): Promise<ConversionResult>
  close(): Promise<void>
}
