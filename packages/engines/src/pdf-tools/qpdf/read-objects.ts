/** All objects of a PDF as JSON text, without the bytes of streams: one buffer with an index, parsed object by object. */
import { JobFailure } from '../../process/job-failure.ts'
import { streamQpdf } from './run-qpdf.ts'

/** Several times what the largest documents that qpdf opens in the memory of the sandbox need. */
const maxTextBytes = 1024 ** 3

export interface ReadObjects {
  /** For example 1.7. */
  readonly pdfVersion: string
  readonly maxNumber: number
  /** The body of a JSON object: `"value": ...` or `"stream": {"dict": ...}`. */
  body(objectNumber: number): string | undefined
  readonly trailer: string
  /** False with generations above 0, and with object streams. */
  readonly canBeUpdated: boolean
}

const newline = 0x0a
const space = 0x20
const quote = 0x22
const objectIndent = 6
const versionPattern = /^"pdfversion": "(\d\.\d)"/
const objectStreamType = Buffer.from('"/Type": "/ObjStm"')
const headerPattern = /^"(?:obj:(\d+) (\d+) R|(trailer))": \{$/

export async function readObjects(path: string): Promise<ReadObjects> {
  const text = new GrowingBuffer()
  const spans = new Map<number, { start: number; end: number }>()
  let trailer = { start: 0, end: 0 }
  let canBeUpdated = true
  let pdfVersion = '1.4'
  let open: { start: number; end: number } | undefined

  const takeLine = (line: Buffer) => {
    let indent = 0
    while (line[indent] === space) indent++
    if (indent > objectIndent && open !== undefined) {
      open.end = text.append(line.subarray(indent))
      if (objectStreamType.equals(line.subarray(indent, indent + objectStreamType.length)))
        canBeUpdated = false
      return
    }
    open = undefined
    if (indent !== objectIndent || line[indent] !== quote) return
    const header = line.toString('latin1', indent)
    pdfVersion = versionPattern.exec(header)?.[1] ?? pdfVersion
    const match = headerPattern.exec(header)
    if (match === null) return
    open = { start: text.length, end: text.length }
    if (match[3] !== undefined) trailer = open
    else spans.set(Number(match[1]), open)
    if (Number(match[2] ?? 0) > 0) canBeUpdated = false
  }

  await streamQpdf(['--json=2', '--json-key=qpdf', '--json-stream-data=none', path], output =>
    eachLine(output, takeLine),
  )
  let maxNumber = 0
  for (const number of spans.keys()) maxNumber = Math.max(maxNumber, number)
  return {
    pdfVersion,
    maxNumber,
    body(objectNumber) {
      const span = spans.get(objectNumber)
      return span && text.slice(span.start, span.end)
    },
    trailer: text.slice(trailer.start, trailer.end),
    canBeUpdated,
  }
}

/** Lines of qpdf end at a newline; strings inside have none. */
async function eachLine(output: AsyncIterable<Buffer>, take: (line: Buffer) => void): Promise<void> {
  let rest: Buffer[] = []
  for await (const chunk of output) {
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const line = chunk.subarray(start, end)
      take(rest.length === 0 ? line : Buffer.concat([...rest, line]))
      rest = []
      start = end + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
}

class GrowingBuffer {
  length = 0
  #bytes = Buffer.allocUnsafe(1024 * 1024)

  append(bytes: Buffer): number {
    const length = this.length + bytes.length
    if (length > maxTextBytes) throw new JobFailure('needs-too-much-memory')
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length))
      this.#bytes.copy(larger, 0, 0, this.length)
      this.#bytes = larger
    }
    bytes.copy(this.#bytes, this.length)
    this.length = length
    return length
  }

  slice(start: number, end: number): string {
    return this.#bytes.toString('latin1', start, end)
  }
}
