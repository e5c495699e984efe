/** Finds the signed content in a signed file (CMS, PKCS #7): the signature itself is not verified. */

interface DerValue {
  readonly tag: number
  /** Start of the content. */
  readonly start: number
  readonly end: number
  /** Behind the value and, for one of indefinite length, its end mark. */
  readonly next: number
}

const tags = {
  sequence: 0x30,
  set: 0x31,
  oid: 0x06,
  octets: 0x04,
  openOctets: 0x24,
  first: 0xa0,
  firstPlain: 0x80,
}
/** Object identifiers of the types of content. */
const signedData = '2a864886f70d010702'
const envelopedData = /^2a864886f70d0107(?:03|04|06)$|^2a864886f70d01091001(?:17|09)$/
const maxDepth = 32
const maxValues = 200_000

export function isEnvelopedContent(file: Buffer): boolean {
  const type = contentType(readDer(file))
  return type !== undefined && envelopedData.test(type)
}

/** Undefined if the file is not signed, or its content is in another file. */
export function signedContent(file: Buffer): Buffer | undefined {
  const bytes = readDer(file)
  try {
    if (contentType(bytes) !== signedData) return undefined
    const [, explicit] = children(bytes, valueAt(bytes, 0))
    const [signed] = explicit ? children(bytes, explicit) : []
    const inner = (signed ? children(bytes, signed) : []).find(
      (value, index) => index >= 2 && value.tag === tags.sequence,
    )
    const [, content] = inner ? children(bytes, inner) : []
    if (content === undefined || content.tag !== tags.first) return undefined
    return joinOctets(bytes, content, 0)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Some are Base64 text, with or without lines that name it. */
function readDer(file: Buffer): Buffer {
  if (file[0] === tags.sequence) return file
  const text = file.toString('latin1').replace(/-----[A-Z0-9 ]+-----/g, '')
  return /^[\sA-Za-z0-9+/=]+$/.test(text) ? Buffer.from(text, 'base64') : file
}

function contentType(bytes: Buffer): string | undefined {
  try {
    const outer = valueAt(bytes, 0)
    if (outer.tag !== tags.sequence) return undefined
    const type = valueAt(bytes, outer.start)
    return type.tag === tags.oid ? bytes.toString('hex', type.start, type.end) : undefined
  } catch {
    return undefined
  }
}

function children(bytes: Buffer, parent: DerValue): DerValue[] {
  const found: DerValue[] = []
  for (let at = parent.start; at < parent.end; ) {
    const value = valueAt(bytes, at)
    found.push(value)
    if (found.length > maxValues) throw new RangeError('too many values')
    at = value.next
  }
  return found
}

function joinOctets(bytes: Buffer, value: DerValue, depth: number): Buffer {
  if (depth > maxDepth) throw new RangeError('nested too deeply')
  if (value.tag === tags.octets) return bytes.subarray(value.start, value.end)
  return Buffer.concat(children(bytes, value).map(child => joinOctets(bytes, child, depth + 1)))
}

const indefinite = 0x80

function valueAt(bytes: Buffer, at: number, depth = 0): DerValue {
  if (depth > maxDepth) throw new RangeError('nested too deeply')
  const tag = bytes.readUInt8(at)
  const first = bytes.readUInt8(at + 1)
  if (first === indefinite) return openValue(bytes, tag, at + 2, depth)
  const lengthBytes = first < indefinite ? 0 : first & 0x7f
  if (lengthBytes > 6) throw new RangeError('a length that no file has')
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes)
  const start = at + 2 + lengthBytes
  if (start + length > bytes.length) throw new RangeError('a value ends behind the file')
  return { tag, start, end: start + length, next: start + length }
}

/** Of indefinite length: up to two zeros. */
function openValue(bytes: Buffer, tag: number, start: number, depth: number): DerValue {
  let at = start
  while (bytes.readUInt16BE(at) !== 0) at = valueAt(bytes, at, depth + 1).next
  return { tag, start, end: at, next: at + 2 }
}
