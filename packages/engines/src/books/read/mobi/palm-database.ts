/** Palm databases: a list of records, the container of MOBI, AZW3 and PalmDOC. */
import { JobFailure } from '../../../process/job-failure.ts'

export interface PalmDatabase {
  readonly name: string
  readonly count: number
  /** Empty if there is no such record. */
  record(index: number): Buffer
}

const listAt = 78
const entryBytes = 8

export function damagedBook(why: string): JobFailure {
  return new JobFailure('file-damaged', {}, { cause: new Error(why) })
}

export function openPalmDatabase(file: Buffer): PalmDatabase {
  if (file.length < listAt) throw damagedBook('no Palm database')
  const count = file.readUInt16BE(76)
  if (count === 0 || listAt + count * entryBytes > file.length) throw damagedBook('records are missing')
  const offsets = Array.from({ length: count }, (_, index) => file.readUInt32BE(listAt + index * entryBytes))
  return {
    name: file.toString('latin1', 0, 31).replace(/\0.*$/s, ''),
    count,
    record(index) {
      const start = offsets[index]
      if (start === undefined) return Buffer.alloc(0)
      return file.subarray(start, Math.max(start, offsets[index + 1] ?? file.length))
    },
  }
}
