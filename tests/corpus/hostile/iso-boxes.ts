/** Rewrites boxes of an MP4 or MOV file. */

const parents: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl', 'edts', 'udta'])

export function writeBox(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}

/**
 * Replaces the body of every box of that name and updates the sizes of its parents. The media data comes first in
 * these files, so no offset moves.
 */
export function changeBoxes(bytes: Buffer, name: string, change: (body: Buffer) => Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = Math.max(8, bytes.readUInt32BE(at))
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + 8, at + size)
    const isParent = parents.has(kind)
    parts.push(
      writeBox(kind, kind === name ? change(body) : isParent ? changeBoxes(body, name, change) : body),
    )
    at += size
  }
  return Buffer.concat(parts)
}

/** Offset of the name of a box. */
export function boxAt(bytes: Buffer, name: string): number {
  const at = bytes.indexOf(name, 0, 'latin1')
  if (at < 0) throw new Error(`no box ${name} in this file`)
  return at
}
