/** Tables of Stata, SPSS and SAS, written byte by byte. */
import { deflateSync } from 'node:zlib'

const text = (value: string, bytes: number, filling = 0) => {
  const padded = Buffer.alloc(bytes, filling)
  padded.write(value, 'utf8')
  return padded
}
const int16 = (value: number, isLittle = true) => {
  const bytes = Buffer.alloc(2)
  if (isLittle) bytes.writeUInt16LE(value)
  else bytes.writeUInt16BE(value)
  return bytes
}
const int32 = (value: number, isLittle = true) => {
  const bytes = Buffer.alloc(4)
  if (isLittle) bytes.writeInt32LE(value)
  else bytes.writeInt32BE(value)
  return bytes
}
const int64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(BigInt(value))
  return bytes
}
const double = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}
const float = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}

export function stata113(): Buffer {
  const names = ['name', 'n', 'day', 'f']
  return Buffer.concat([
    Buffer.from([113, 2, 1, 0]),
    int16(4),
    int32(2),
    Buffer.alloc(81 + 18),
    Buffer.from([5, 251, 253, 254]),
    ...names.map(name => text(name, 33)),
    Buffer.alloc(10),
    ...['%5s', '%8.0g', '%td', '%9.0g'].map(format => text(format, 12)),
    Buffer.alloc(4 * 33 + 4 * 81),
    Buffer.from([1]),
    int32(3),
    Buffer.from('abc'),
    Buffer.from([0]),
    int32(0),
    ...[text('Ann', 5), Buffer.from([100]), int32(366), float(3.58)],
    ...[text('Jörg', 5), Buffer.from([101]), int32(2_147_483_621), float(-1)],
  ])
}

export function stata118(): Buffer {
  const offsets = new Map<number, number>()
  const parts: Buffer[] = []
  const add = (...added: (string | Buffer)[]) => parts.push(...added.map(part => Buffer.from(part)))
  const mark = (section: number) => offsets.set(section, Buffer.concat(parts).length)
  add(
    '<stata_dta><header><release>118</release><byteorder>LSF</byteorder><K>',
    int16(2),
    '</K><N>',
    int64(1),
    '</N></header><map>',
  )
  const mapAt = Buffer.concat(parts).length
  add(Buffer.alloc(14 * 8), '</map>')
  mark(2)
  add('<variable_types>', int16(32768), int16(65526), '</variable_types>')
  mark(3)
  add('<varnames>', text('long', 129), text('x', 129), '</varnames>')
  mark(5)
  add('<formats>', text('%9s', 57), text('%tc', 57), '</formats>')
  mark(9)
  add('<data>', int16(1), Buffer.from([1, 0, 0, 0, 0, 0]), double(1500), '</data>')
  mark(10)
  add('<strls>GSO', int32(1), int64(1), Buffer.from([130]), int32(5), 'A\u00e9!\0', '</strls></stata_dta>')
  const whole = Buffer.concat(parts)
  for (const [section, at] of offsets) int64(at).copy(whole, mapAt + 8 * section)
  return whole
}

/** `inflated` is in the compressed block, which declares the size of the rows. */
export function spss(compression: 0 | 1 | 2, inflated?: Buffer): Buffer {
  const variable = (width: number, name: string, format = 5) =>
    Buffer.concat([...[2, width, 0, 0, format << 16, 0].map(value => int32(value)), text(name, 8, 0x20)])
  const header = Buffer.concat([
    text('$FL2', 64),
    ...[2, 3, compression, 0, 2].map(value => int32(value)),
    double(100),
    Buffer.alloc(84),
  ])
  const dictionary = Buffer.concat([
    variable(10, 'T'),
    variable(-1, ''),
    variable(0, 'N'),
    variable(0, 'D', 20),
    ...[7, 13, 1].map(value => int32(value)),
    int32(13),
    Buffer.from('T=Text\tN=Numb'),
    int32(999),
    int32(0),
  ])
  const day = double(86_400 * 141_428)
  if (compression === 0)
    return Buffer.concat([
      header,
      dictionary,
      text('Grüße!', 16, 0x20),
      double(-2.5),
      day,
      Buffer.alloc(16, 0x20),
      double(-Number.MAX_VALUE),
      day,
    ])
  const packed = Buffer.concat([
    Buffer.from([253, 254, 253, 253, 254, 254, 255, 253]),
    text('Grüße!', 8, 0x20),
    double(-2.5),
    day,
    day,
  ])
  if (compression === 1) return Buffer.concat([header, dictionary, packed])
  const start = header.length + dictionary.length + 24
  const block = deflateSync(inflated ?? packed)
  const trailer = Buffer.concat([
    int64(-100),
    int64(0),
    int32(4096),
    int32(1),
    int64(start),
    int64(start),
    int32(packed.length),
    int32(block.length),
  ])
  return Buffer.concat([
    header,
    dictionary,
    int64(start - 24),
    int64(start + block.length),
    int64(trailer.length),
    block,
    trailer,
  ])
}

/** 118.625 is 0x76A / 16 in the format of the mainframe. */
const ibm = Buffer.from([0xc2, 0x76, 0xa0, 0, 0, 0, 0, 0])

export function sasTransport(): Buffer {
  const header = (kind: string, digits: string) =>
    text(`HEADER RECORD*******${kind.padEnd(8)}HEADER RECORD!!!!!!!${digits}`, 80, 0x20)
  const variable = (type: number, length: number, offset: number, name: string, format = '') => {
    const bytes = Buffer.alloc(140, 0x20)
    for (const [index, value] of [type, 0, length, 0].entries()) int16(value, false).copy(bytes, 2 * index)
    bytes.write(name.padEnd(8), 8)
    bytes.write(format.padEnd(8), 56)
    int32(offset, false).copy(bytes, 84)
    return bytes
  }
  const variables = Buffer.concat([
    variable(1, 8, 0, 'N'),
    variable(2, 5, 8, 'T'),
    variable(1, 8, 13, 'D', 'DATE'),
  ])
  const day = Buffer.from([0x43, 0x0e, 0x43, 0, 0, 0, 0, 0])
  const rows = Buffer.concat([
    ibm,
    text('abc', 5, 0x20),
    day,
    Buffer.from('.\0\0\0\0\0\0\0'),
    text('', 5, 0x20),
    day,
  ])
  return Buffer.concat([
    header('LIBRARY', ''),
    text('', 160, 0x20),
    header('MEMBER', '000000000000000001600000000140'),
    header('DSCRPTR', ''),
    text('SAS     SALES', 160, 0x20),
    header('NAMESTR', '00000000030000'),
    Buffer.concat([variables, Buffer.alloc(480 - variables.length, 0x20)]),
    header('OBS', ''),
    Buffer.concat([rows, Buffer.alloc(80 - (rows.length % 80), 0x20)]),
  ])
}
