/** What turns files into a result: the engines of this machine, or a server. */
import type { FormatId } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'

export interface InputFile {
  readonly path: string
  /** What it is called; inside an archive with '/' between folders. */
  readonly name: string
  /** As its content tells. */
  readonly format: FormatId | undefined
  readonly sizeBytes: number
  readonly modifiedAt: Date
}

/** One result to be made. */
export interface Task {
  /** How it is spoken of: the name of its file. */
  readonly label: string
  readonly operation: OperationId
  /** One, unless the operation takes many. */
  readonly inputs: readonly [InputFile, ...InputFile[]]
  /** As they were given, with the wanted format among them. */
  readonly options: Readonly<Record<string, string>>
  /** What it will most likely be; the file itself may have a say in it. */
  readonly expects: FormatId
}

export interface TaskRun {
  readonly task: Task
  readonly signal: AbortSignal
  /** 0 to 100, and what is being done. */
  readonly onProgress: (percent: number, stage: string) => void
}

/** A result that is there and only has to be put where it belongs. */
export interface Made {
  readonly format: FormatId
  readonly notes: readonly string[]
  /** Writes it to a path that does not exist yet. */
  saveTo(path: string): Promise<void>
  /** Whatever happened to it: what was made on the way is removed. */
  discard(): Promise<void>
}

export interface Converter {
  convert(run: TaskRun): Promise<Made>
  close(): Promise<void>
}
