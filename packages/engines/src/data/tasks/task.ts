/** A task of the data engine: the bytes of a file in, the bytes of the result and a report out. */
import type { Report } from '../../process/helper-program.ts'
import type { DataReport, DataRequest } from '../request.ts'

export interface DataTask<Options = unknown> extends Omit<DataRequest, 'task' | 'options'> {
  readonly options: Options
  readonly input: Buffer
  readonly report: Report
}

export interface DataResult {
  /** A string is written as UTF-8. */
  readonly content: string | Uint8Array | AsyncIterable<Uint8Array>
  /** Read when all content is written. */
  readonly report?: () => DataReport
}
