/** Encodes text in legacy encodings, with tables inverted from TextDecoder. */

/** ASCII replacements for punctuation that legacy encodings lack. */
const replacements: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '−': '-',
  '‑': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
}

/** Undefined if the encoding lacks a letter of the text. */
export function encodeText(text: string, encoding: string, hasMark: boolean): Buffer | undefined {
  if (encoding === 'utf-8') return Buffer.from(hasMark ? `\ufeff${text}` : text)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const wide = Buffer.from(hasMark ? `\ufeff${text}` : text, 'utf16le')
    return encoding === 'utf-16le' ? wide : wide.swap16()
  }
  const table = tableOf(encoding)
  const bytes: number[] = []
  for (const character of text) {
    const found = table.get(character) ?? plainBytes(character, table)
    if (found === undefined) return undefined
    bytes.push(...found)
  }
  return Buffer.from(bytes)
}

function plainBytes(character: string, table: Table): number[] | undefined {
  const plain = replacements[character]
  if (plain === undefined) return undefined
  const found = [...plain].map(each => table.get(each))
  return found.includes(undefined) ? undefined : found.flatMap(bytes => bytes ?? [])
}

type Table = ReadonlyMap<string, readonly number[]>

const tables = new Map<string, Table>()
const twoByte = new Set(['shift_jis', 'euc-jp', 'gb18030', 'gbk', 'big5', 'euc-kr'])
/** Duplicate encodings of characters that have a preferred code in the same table. */
const doubledLeads: Readonly<Record<string, readonly number[]>> = { shift_jis: [0xed, 0xee] }

function tableOf(encoding: string): Table {
  const known = tables.get(encoding) ?? makeTable(encoding)
  tables.set(encoding, known)
  return known
}

function makeTable(encoding: string): Table {
  const table = new Map<string, readonly number[]>()
  // Stateful encoding, which a table cannot represent.
  if (encoding === 'iso-2022-jp') return table
  const decoder = new TextDecoder(encoding)
  const add = (bytes: readonly number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if ([...character].length === 1 && character !== '\ufffd' && !table.has(character))
      table.set(character, bytes)
  }
  for (let byte = 0; byte < 256; byte++) add([byte])
  if (!twoByte.has(encoding)) return table
  for (let lead = 0x81; lead < 0xff; lead++) {
    if (doubledLeads[encoding]?.includes(lead)) continue
    for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail])
  }
  return table
}
