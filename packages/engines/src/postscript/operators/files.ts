/** Files: only the program itself, strings and filters. Nothing on the disk is opened. */
import { type ByteStream, MemoryStream } from '../files/byte-stream.ts'
import { EexecStream } from '../files/eexec-stream.ts'
import {
  ascii85Stream,
  FlateStream,
  hexStream,
  JpegStream,
  lzwStream,
  runLengthStream,
  subFileStream,
  unpredictedStream,
} from '../files/filters.ts'
import { PsError } from '../language/errors.ts'
import type { Interpreter, OperatorTable } from '../language/interpreter.ts'
import { isProcedure, latinText, PsArray, PsDict, PsFile, PsName, PsString } from '../language/objects.ts'
import { endOfSource, hexValue, readToken } from '../language/tokenizer.ts'

const maxDecodedBytes = 512 * 1024 * 1024

/** Reads what a procedure returns, string by string. */
class ProcedureStream extends MemoryStream {
  private readonly next: () => Uint8Array
  constructor(next: () => Uint8Array) {
    super(new Uint8Array(0))
    this.next = next
  }
  protected override fill(): boolean {
    this.bytes = this.next()
    this.at = 0
    return this.bytes.length > 0
  }
}

/** A file, a string, or a procedure that returns strings. */
export function streamOf(ps: Interpreter, source: unknown): ByteStream {
  if (source instanceof PsFile) return source.stream
  if (source instanceof PsString) return new MemoryStream(source.bytes)
  if (source instanceof PsArray && isProcedure(source)) {
    const procedure = source
    return new ProcedureStream(() => {
      ps.runProcedure(procedure)
      const { bytes } = ps.popString()
      ps.charge(1 + (bytes.length >> 3))
      return bytes.slice()
    })
  }
  throw new PsError('typecheck')
}

function numberIn(dict: PsDict | undefined, key: string, otherwise: number): number {
  const value = dict?.get(key)
  return typeof value === 'number' ? value : otherwise
}

function withPredictor(stream: ByteStream, dict: PsDict | undefined): ByteStream {
  const predictor = numberIn(dict, 'Predictor', 1)
  if (predictor < 2) return stream
  const [colors, bits, columns] = [
    numberIn(dict, 'Colors', 1),
    numberIn(dict, 'BitsPerComponent', 8),
    numberIn(dict, 'Columns', 1),
  ]
  if (colors < 1 || colors > 32 || bits < 1 || bits > 16 || columns < 1 || columns > 1e6)
    throw new PsError('rangecheck')
  return unpredictedStream(stream, { predictor, colors, bits, columns })
}

function filter(ps: Interpreter): void {
  const name = ps.popAs(PsName).text
  const top = ps.peek()
  const dict = top instanceof PsDict ? ps.popDict() : undefined
  let subFile: { count: number; mark: Uint8Array } | undefined
  if (name === 'SubFileDecode') {
    const given = dict?.get('EODString')
    if (dict && given instanceof PsString)
      subFile = { count: numberIn(dict, 'EODCount', 0), mark: given.bytes }
    else {
      const { bytes } = ps.popString()
      subFile = { count: ps.popInteger(), mark: bytes.slice() }
    }
  }
  const source = streamOf(ps, ps.pop())
  ps.allocate(4096)
  ps.push(new PsFile(filterStream(ps, name, source, dict, subFile)))
}

function filterStream(
  _ps: Interpreter,
  name: string,
  source: ByteStream,
  dict: PsDict | undefined,
  subFile: { count: number; mark: Uint8Array } | undefined,
): ByteStream {
  if (subFile) return subFileStream(source, subFile.count, subFile.mark)
  switch (name) {
    case 'ASCIIHexDecode':
      return hexStream(source)
    case 'ASCII85Decode':
      return ascii85Stream(source)
    case 'RunLengthDecode':
      return runLengthStream(source)
    case 'LZWDecode':
      return withPredictor(lzwStream(source, numberIn(dict, 'EarlyChange', 1) === 1), dict)
    case 'FlateDecode':
      return withPredictor(new FlateStream(source, maxDecodedBytes), dict)
    case 'DCTDecode':
      return new JpegStream(source, maxDecodedBytes)
    case 'ReusableStreamDecode':
      return new MemoryStream(source.readAll(maxDecodedBytes))
    default:
      throw new PsError('undefined')
  }
}

function readString(ps: Interpreter): void {
  const target = ps.popString()
  const count = ps.popFile().stream.readInto(target.bytes)
  ps.charge(1 + (target.bytes.length >> 3))
  ps.push(new PsString(target.bytes.subarray(0, count)))
  ps.push(count === target.bytes.length)
}

function readHexString(ps: Interpreter): void {
  const { bytes } = ps.popString()
  const { stream } = ps.popFile()
  ps.charge(1 + (bytes.length >> 2))
  const nextDigit = () => {
    for (let code = stream.read(); code !== -1; code = stream.read()) {
      const digit = hexValue(code)
      if (digit >= 0) return digit
    }
    return -1
  }
  let count = 0
  while (count < bytes.length) {
    const high = nextDigit()
    if (high < 0) break
    bytes[count++] = high * 16 + Math.max(0, nextDigit())
  }
  ps.push(new PsString(bytes.subarray(0, count)))
  ps.push(count === bytes.length)
}

function readLine(ps: Interpreter): void {
  const { bytes } = ps.popString()
  const { stream } = ps.popFile()
  let count = 0
  for (;;) {
    const code = stream.read()
    if (code === 13 && stream.peek() === 10) stream.read()
    if (code === -1 || code === 10 || code === 13) {
      ps.charge(1 + (count >> 2))
      ps.push(new PsString(bytes.subarray(0, count)))
      ps.push(code !== -1)
      return
    }
    if (count >= bytes.length) throw new PsError('rangecheck')
    bytes[count++] = code
  }
}

function token(ps: Interpreter): void {
  const source = ps.pop()
  if (source instanceof PsFile) {
    const found = readToken(source.stream, ps)
    if (found !== endOfSource) ps.push(found)
    ps.push(found !== endOfSource)
    return
  }
  if (!(source instanceof PsString)) throw new PsError('typecheck')
  const stream = new MemoryStream(source.bytes)
  const found = readToken(stream, ps)
  if (found !== endOfSource) {
    ps.push(new PsString(source.bytes.subarray(stream.position)))
    ps.push(found)
  }
  ps.push(found !== endOfSource)
}

/** Only the console, which has no content. */
function openFile(ps: Interpreter): void {
  ps.popString()
  const name = latinText(ps.popString())
  if (!name.startsWith('%')) throw new PsError('invalidfileaccess')
  ps.push(new PsFile(new MemoryStream(new Uint8Array(0))))
}

function refuse(operands: number) {
  return (ps: Interpreter) => {
    ps.popMany(operands)
    throw new PsError('invalidfileaccess')
  }
}

function drop(operands: number) {
  return (ps: Interpreter) => {
    ps.popMany(operands)
  }
}

export const fileOperators: OperatorTable = {
  currentfile: ps => ps.push(new PsFile(ps.files.at(-1)?.stream ?? new MemoryStream(new Uint8Array(0)))),
  filter,
  eexec: ps => {
    const source = streamOf(ps, ps.pop())
    const dictionaries = ps.dictionaries.length
    ps.beginDict(ps.system)
    ps.runStream(new EexecStream(source))
    if (ps.dictionaries.length > Math.max(3, dictionaries)) ps.dictionaries.length = Math.max(3, dictionaries)
  },
  file: openFile,
  run: refuse(1),
  deletefile: refuse(1),
  renamefile: refuse(2),
  filenameforall: drop(3),
  status: ps => {
    const object = ps.pop()
    ps.push(object instanceof PsFile && !object.stream.isClosed)
  },
  closefile: ps => ps.popFile().stream.close(),
  read: ps => {
    const byte = ps.popFile().stream.read()
    if (byte >= 0) ps.push(byte)
    ps.push(byte >= 0)
  },
  readstring: readString,
  readhexstring: readHexString,
  readline: readLine,
  token,
  bytesavailable: ps => ps.push(ps.popFile().stream.available),
  flushfile: ps => {
    ps.popFile().stream.readAll(maxDecodedBytes)
  },
  resetfile: drop(1),
  fileposition: ps => {
    const { stream } = ps.popFile()
    if (!(stream instanceof MemoryStream)) throw new PsError('ioerror')
    ps.push(stream.position)
  },
  setfileposition: ps => {
    const position = ps.popInteger()
    const { stream } = ps.popFile()
    if (!(stream instanceof MemoryStream)) throw new PsError('ioerror')
    stream.position = position
  },
  write: drop(2),
  writestring: drop(2),
  writehexstring: drop(2),
  flush: drop(0),
  print: drop(1),
  '=': drop(1),
  '==': drop(1),
  stack: drop(0),
  pstack: drop(0),
  echo: drop(1),
  prompt: drop(0),
}
